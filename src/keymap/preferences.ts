import type { KeyPreferences } from '../commands/stores/key-preference-store'
import { keymap as shipped, type Key } from './keymap'
import { type Line, linesOf, nameOf, readName } from './lines'
import { isPlain, isWritten, pressesOf } from './press'

export type Changes = KeyPreferences['set']

/**
 * Applies a user's changes to the default table. Unknown lines and invalid keys are skipped, since a release may have
 * removed a command.
 */
export function withChanges(set: Changes, keymap: readonly Key[] = shipped): Key[] {
  const known = new Map(linesOf(keymap).map((line) => [line.name, line]))
  const kept = keymap.filter((key) => key.fixed || !changed(set, nameOf(key)))
  const own = Object.entries(set).flatMap(([name, keys]): Key[] => {
    const line = known.get(name) ?? readName(name)
    if (!line) return []
    const rows = keymap.filter((key) => !key.fixed && nameOf(key) === name)
    return keys.filter(isWritten).map((written) => rowFor(written, line, rows))
  })
  // The user's keys come first, so that they win over new keys of a release.
  return [...own, ...kept]
}

const changed = (set: Changes, name: string) => Object.hasOwn(set, name)

/** A key inherits the flags of its line's default keys, so that a motion keeps repeating and counting. */
function rowFor(
  written: string,
  { call, ...where }: { call: string } & Pick<Line, 'at' | 'on'>,
  rows: readonly Key[]
): Key {
  const same = rows.find(({ keys }) => keys === written)
  if (same) return same
  const isTextFree = !pressesOf(written, false).some(isPlain)
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
export function changeLines(set: Changes, change: Readonly<Record<string, readonly string[]>>): Changes {
  const lines = new Map(linesOf(shipped).map((line) => [line.name, line.keys]))
  const next = { ...set, ...Object.fromEntries(Object.entries(change).map(([name, keys]) => [name, [...keys]])) }
  return Object.fromEntries(Object.entries(next).filter(([name, keys]) => !sameKeys(keys, lines.get(name) ?? [])))
}

export const sameKeys = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))
