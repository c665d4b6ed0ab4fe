import { z } from 'zod/mini'
import { type Frecency, usedAt } from '../../lib/frecency'
import { keptStore } from './kept-store'

/** Frequency and recency of use, by written call. */
export type Uses = Readonly<Record<string, Frecency>>

/** A storage limit that is rarely reached. The lowest ranked calls are removed first. */
const USES_KEPT = 500

export const uses = keptStore<Uses>('console.used', z.record(z.string(), z.number()), {})
/** Written calls at the top of the empty palette, in the order in which they were pinned. */
export const pins = keptStore<readonly string[]>('console.pinned', z.array(z.string()), [])

export function recordUse(call: string, now: number): void {
  const used = Object.entries({ ...uses.get(), [call]: usedAt(uses.get()[call], now) })
  uses.set(Object.fromEntries(used.toSorted(([, a], [, b]) => b - a).slice(0, USES_KEPT)))
}

export function forgetUse(call: string): void {
  uses.set((all) => Object.fromEntries(Object.entries(all).filter(([other]) => other !== call)))
}

export const togglePin = (call: string): void =>
  pins.set((all) => (all.includes(call) ? all.filter((other) => other !== call) : [...all, call]))
