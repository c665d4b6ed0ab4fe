import { z } from 'zod'
import { type Frecency, usedAt } from '../../lib/frecency'

const KEY = 'console.used'
const KEPT = 500
const stored = z.record(z.string(), z.number())

/** How often and lately each call was used, kept in the browser. */
export function readUses(): Record<string, Frecency> {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return {}
  }
}

export function recordUse(call: string, now: number): void {
  const uses = readUses()
  uses[call] = usedAt(uses[call], now)
  const kept = Object.entries(uses)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Full or forbidden: ranking does without.
  }
}
