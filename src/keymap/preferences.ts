import type { KeyPreferences } from '../commands/stores/key-preference-store'
import { keymap as shipped, type Key } from './keymap'
import { type Line, linesOf, nameOf, readName } from './lines'
import { isPlain, isWritten, pressesOf } from './press'

export type Changes = KeyPreferences['set']

/**
 * The shipped table with somebody's differences. Lines that no longer mean anything and keys that are none are passed
 * over: a release may have taken a command away.
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
  // Somebody's own keys come first: where a release brings a key they already use, theirs is meant.
  return [...own, ...kept]
}

const changed = (set: Changes, name: string) => Object.hasOwn(set, name)

/** A key takes after the shipped keys of its line: a motion goes on repeating and counting on any key. */
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

/** Differences with some lines changed; a line that is as it is shipped is no difference. */
export function changeLines(set: Changes, change: Readonly<Record<string, readonly string[]>>): Changes {
  const lines = new Map(linesOf(shipped).map((line) => [line.name, line.keys]))
  const next = { ...set, ...Object.fromEntries(Object.entries(change).map(([name, keys]) => [name, [...keys]])) }
  return Object.fromEntries(Object.entries(next).filter(([name, keys]) => !sameKeys(keys, lines.get(name) ?? [])))
}

export const sameKeys = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))
