import type { KeyPreferences } from '../commands/stores/key-preference-store'
import { keymap as shipped, type KeyBinding } from './keymap'
import { type KeyLine, groupIntoLines, keyLineName, parseLineName } from './lines'
import { isPlain, isKeySequence, parsePresses } from './press'

export type KeyChanges = KeyPreferences['set']

/**
 * Applies a user's changes to the default table. Unknown lines and invalid keys are skipped, since a release may have
 * removed a command.
 */
export function applyKeyChanges(set: KeyChanges, keymap: readonly KeyBinding[] = shipped): KeyBinding[] {
  const known = new Map(groupIntoLines(keymap).map((line) => [line.name, line]))
  const kept = keymap.filter((key) => key.fixed || !isChangedLine(set, keyLineName(key)))
  const own = Object.entries(set).flatMap(([name, keys]): KeyBinding[] => {
    const line = known.get(name) ?? parseLineName(name)
    if (!line) return []
    const rows = keymap.filter((key) => !key.fixed && keyLineName(key) === name)
    return keys.filter(isKeySequence).map((written) => rowFor(written, line, rows))
  })
  // The user's keys come first, so that they win over new keys of a release.
  return [...own, ...kept]
}

const isChangedLine = (set: KeyChanges, name: string) => Object.hasOwn(set, name)

/** A key inherits the flags of its line's default keys, so that a motion keeps repeating and counting. */
function rowFor(
  written: string,
  { call, ...where }: { call: string } & Pick<KeyLine, 'at' | 'on'>,
  rows: readonly KeyBinding[]
): KeyBinding {
  const same = rows.find(({ keys }) => keys === written)
  if (same) return same
  const isTextFree = !parsePresses(written, false).some(isPlain)
  const place = where.on ? { on: where.on } : { at: where.at ?? 'app' }
  return {
    keys: written,
    call,
    ...place,
    ...(rows.some(({ counts }) => counts) ? { counts: true } : {}),
    ...(rows.some(({ repeat }) => repeat) ? { repeat: true } : {}),
    ...(rows.some(({ over }) => over) ? { over: true } : {}),
    ...(isTextFree && rows.some(({ typing }) => typing) ? { typing: true } : {}),
  }
}

/** Replaces some lines of the changes. Lines equal to the default ones are omitted. */
export function replaceLines(set: KeyChanges, change: Readonly<Record<string, readonly string[]>>): KeyChanges {
  const lines = new Map(groupIntoLines(shipped).map((line) => [line.name, line.keys]))
  const next = { ...set, ...Object.fromEntries(Object.entries(change).map(([name, keys]) => [name, [...keys]])) }
  return Object.fromEntries(Object.entries(next).filter(([name, keys]) => !isSameKeys(keys, lines.get(name) ?? [])))
}

export const isSameKeys = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))
