import { z } from 'zod/mini'
import { createStore } from '../../lib/store'
import { zodErrorMap } from '../../lib/zod-error-map'

export const singleKeyModes = ['on', 'leader', 'off'] as const
export type SingleKeys = (typeof singleKeyModes)[number]

/** Seconds after which a started sequence is forgotten; 0 is never. */
export const forgetAfter = [0, 1, 2, 5] as const

/** The keys of one line of the table: `check.run on check`. The keymap decides which of them are valid. */
const keysOfLine = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20))

/**
 * A person's keyboard as differences from the shipped one, so that a release can change the shipped keys for somebody
 * who has changed only one. Exports, imports and shipped presets have this format too.
 */
const keyPreferences = z.object({
  v: z.literal(1),
  /** By line: the keys that replace its shipped ones. */
  set: z.record(z.string(), keysOfLine),
  single: z.enum(singleKeyModes),
  forget: z._default(z.literal(forgetAfter), 0),
})
export type KeyPreferences = z.infer<typeof keyPreferences>

const shipped: KeyPreferences = { v: 1, set: {}, single: 'on', forget: 0 }

/** Reads an exported file. `fault` is a sentence that says why the text is not one. */
export function readKeyFile(text: string): { preferences: KeyPreferences } | { fault: string } {
  const json = parseJson(text)
  if (json === undefined) return { fault: 'This is not JSON.' }
  const read = keyPreferences.safeParse(json, { error: zodErrorMap })
  if (read.success) return { preferences: read.data }
  const [issue] = read.error.issues
  return { fault: `This is not an exported keyboard: ${issue?.path.join('.') || 'file'}: ${issue?.message}.` }
}

export const writeKeyFile = (preferences: KeyPreferences): string => `${JSON.stringify(preferences, undefined, 2)}\n`

/** Reads stored preferences leniently: each unreadable part is left out. */
export function readKept(text: string | null): KeyPreferences {
  const parts = z.object({
    set: z.catch(z.record(z.string(), z.catch(z.nullable(keysOfLine), null)), {}),
    single: z.catch(keyPreferences.shape.single, shipped.single),
    forget: z.catch(keyPreferences.shape.forget, shipped.forget),
  })
  const read = parts.safeParse(parseJson(text ?? '{}'))
  if (!read.success) return shipped
  const set = Object.entries(read.data.set).flatMap(([name, keys]) => (keys === null ? [] : [[name, keys] as const]))
  return { ...read.data, v: 1, set: Object.fromEntries(set) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const KEY = 'console.keys'

function kept(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    // Storage can be forbidden or missing; the console has to start anyway.
    return null
  }
}

/** This person's keyboard, kept in localStorage. */
export const keyPrefs = createStore<KeyPreferences>(readKept(kept()))

keyPrefs.subscribe(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(keyPrefs.get()))
  } catch {
    // Without storage the change lasts as long as this tab.
  }
})

/** The open page of the keyboard settings; undefined when closed. */
export type KeySettings =
  | { page: 'list' }
  /** A line of the table or a command id, with the keys to give it, if any. */
  | { page: 'line'; command: string; keys?: readonly string[] }
  | { page: 'import' }
export const keySettings = createStore<KeySettings | undefined>(undefined)

/** Whether key presses are explained instead of carried out. */
export const learning = createStore(false)
