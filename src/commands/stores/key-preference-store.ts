import { z } from 'zod/mini'
import { createStore } from '../../lib/store'
import { parseStoredValue } from './preference-store'

export const singleKeyModes = ['on', 'leader', 'off'] as const
export type SingleKeyMode = (typeof singleKeyModes)[number]

/** Seconds after which a started sequence is forgotten; 0 means never. */
export const sequenceTimeouts = [0, 1, 2, 5] as const

/** The keys of one line of the table: `check.run on check`. The keymap validates them. */
const lineKeys = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20))

/**
 * A user's keyboard, stored as differences from the default keyboard, so that a release can change default keys even
 * for a user who has changed a few. Exports, imports and built-in presets have this format, too.
 */
export const keyPreferences = z.object({
  v: z.literal(1),
  /** By line: the keys that replace the line's default keys. */
  set: z.record(z.string(), lineKeys),
  single: z.enum(singleKeyModes),
  forget: z._default(z.literal(sequenceTimeouts), 0),
})
export type KeyPreferences = z.infer<typeof keyPreferences>

const shipped: KeyPreferences = { v: 1, set: {}, single: 'on', forget: 0 }

/** Parses stored preferences leniently: unreadable entries are ignored. */
export function parseStoredKeys(text: string | null): KeyPreferences {
  const parts = z.object({
    set: z.catch(z.record(z.string(), z.catch(z.nullable(lineKeys), null)), {}),
    single: z.catch(keyPreferences.shape.single, shipped.single),
    forget: z.catch(keyPreferences.shape.forget, shipped.forget),
  })
  const read = parts.safeParse(parseStoredValue(text ?? '{}'))
  if (!read.success) return shipped
  const set = Object.entries(read.data.set).flatMap(([name, keys]) => (keys === null ? [] : [[name, keys] as const]))
  return { ...read.data, v: 1, set: Object.fromEntries(set) }
}

const KEY = 'console.keys'

function readStoredText(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage can be forbidden or missing; the console must start anyway.
    return null
  }
}

/** This user's keyboard, stored in localStorage. */
export const keyPreferenceStore = createStore<KeyPreferences>(parseStoredKeys(readStoredText()))

keyPreferenceStore.subscribe(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(keyPreferenceStore.get()))
  } catch {
    // Without storage, the change lasts as long as this tab.
  }
})

/** The open page of the keyboard settings; undefined while they are closed. */
export type StoredKeySettings =
  | { page: 'list' }
  /** A line of the table or a command id, with the keys to assign to it, if any. */
  | { page: 'line'; command: string; keys?: readonly string[] }
  | { page: 'import' }
export const keySettings = createStore<StoredKeySettings | undefined>(undefined)

/** Whether key presses are explained instead of performed. */
export const isLearnMode = createStore(false)
