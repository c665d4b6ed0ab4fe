import { z } from 'zod/mini'
import { type Frecency, addUse } from '@/lib/palette/frecency'
import { persistentStore } from './persistent-store'

/** Frequency and recency of use, by written call. */
export type CallUses = Readonly<Record<string, Frecency>>

/** A storage limit that is rarely reached. The lowest ranked calls are removed first. */
const MAX_USES = 500

export const callUses = persistentStore<CallUses>('console.used', z.record(z.string(), z.number()), {})
/** Written calls at the top of the empty palette, in the order in which they were pinned. */
export const pinnedCalls = persistentStore<readonly string[]>('console.pinned', z.array(z.string()), [])

export function recordUse(call: string, now: number): void {
  const used = Object.entries({ ...callUses.get(), [call]: addUse(callUses.get()[call], now) })
  callUses.set(Object.fromEntries(used.toSorted(([, a], [, b]) => b - a).slice(0, MAX_USES)))
}

export function forgetUse(call: string): void {
  callUses.set((all) => Object.fromEntries(Object.entries(all).filter(([other]) => other !== call)))
}

export const togglePin = (call: string): void =>
  pinnedCalls.set((all) => (all.includes(call) ? all.filter((other) => other !== call) : [...all, call]))
