import { commandIdOf } from '../commands/call'
import { describeCall } from '../commands/registry'
import { lintKeymap, type KeymapFinding } from './lint'
import { formatKeys } from './display'
import { lineWithoutKeys, type KeyLine, groupIntoLines, parseLineName, scopeLabel } from './lines'
import { keysForMode } from './live'
import { replaceLines, type KeyChanges, applyKeyChanges } from './preferences'
import { isConflicting } from './typed-keys'

type KeymapValidation = { isMac: boolean; faultOf(call: string): string | undefined }

/** Finds the errors of a keymap, with plain keys and with the leader. */
export function findKeymapErrors(set: KeyChanges, { isMac, faultOf }: KeymapValidation): KeymapFinding[] {
  const keymap = applyKeyChanges(set)
  const found = (['on', 'leader'] as const).flatMap((mode) =>
    lintKeymap(keysForMode(keymap, mode, isMac), isMac, faultOf)
  )
  return found.filter((one, at) => found.findIndex((other) => findingIdentity(other) === findingIdentity(one)) === at)
}

const findingIdentity = ({ rule, between, message }: KeymapFinding) => `${rule} ${between?.join() ?? message}`

/** Finds the errors that a change would add. */
export function findNewErrors(
  set: KeyChanges,
  change: Readonly<Record<string, readonly string[]>>,
  validation: KeymapValidation
): KeymapFinding[] {
  const before = new Set(findKeymapErrors(set, validation).map(({ message }) => message))
  return findKeymapErrors(replaceLines(set, change), validation).filter(({ message }) => !before.has(message))
}

/** Rules about two lines, whose conflicts a change of the other line can resolve. */
const shared = new Set<KeymapFinding['rule']>(['collision', 'cover', 'prefix'])

/** The names of the conflicting lines; undefined if changing other lines cannot resolve the findings. */
export function conflictingLines(name: string, faults: readonly KeymapFinding[]): string[] | undefined {
  if (faults.some(({ rule, between }) => !shared.has(rule) || !between)) return undefined
  return [...new Set(faults.flatMap(({ between = [] }) => between.filter((one) => one !== name)))]
}

/**
 * Changes that resolve a conflict: the other lines lose the conflicting keys, and with `swap` they get the freed keys.
 * @param others the other lines in their current state
 */
export function resolveConflict(
  line: KeyLine,
  keys: readonly string[],
  others: readonly KeyLine[],
  how: 'remove' | 'swap',
  isMac: boolean
): Record<string, string[]> {
  const givenUp = line.keys.filter((one) => !keys.includes(one))
  const change = others.map((other) => {
    const left = other.keys.filter((one) => !keys.some((own) => isConflicting(own, one, isMac)))
    return [other.name, how === 'swap' ? [...left, ...givenUp] : left] as const
  })
  return { [line.name]: [...keys], ...Object.fromEntries(change) }
}

/** A line as configured by the user, with its default keys. */
export type UserLine = KeyLine & { shipped: readonly string[]; isChanged: boolean }

/**
 * Every line that can be changed: the default lines in their order, the user's additional lines, and an empty line for
 * each command without keys.
 */
export function allLines(set: KeyChanges, commandIds: readonly string[]): UserLine[] {
  const now = new Map(groupIntoLines(applyKeyChanges(set)).map((line) => [line.name, line]))
  const before = groupIntoLines(applyKeyChanges({}))
  const emptied = before.map((line): KeyLine => now.get(line.name) ?? { ...line, keys: [] })
  const added = [...now.values()].filter(({ name }) => !before.some((line) => line.name === name))
  const bare = commandIds.filter((id) => ![...emptied, ...added].some(({ call }) => commandIdOf(call) === id))
  return [...emptied, ...added, ...bare.map(lineWithoutKeys)].map((line) => ({
    ...line,
    shipped: before.find(({ name }) => name === line.name)?.keys ?? [],
    isChanged: Object.hasOwn(set, line.name),
  }))
}

/** Formats a finding as a sentence: `R is also “Refresh” (everywhere).` */
export function describeFinding({ rule, keys, between, reason }: KeymapFinding, name: string, isMac: boolean): string {
  const key = formatKeys(keys, isMac)
  const other = between?.find((one) => one !== name)
  if (other === undefined) return `${key}: ${reason ?? 'is used twice in this place'}.`
  const line = parseLineName(other)
  const what = `“${line ? describeCall(line.call) : other}” (${line ? scopeLabel(line).toLowerCase() : 'nowhere'})`
  if (rule === 'prefix')
    return `${key} and a key of ${what} start with the same key, so one of them would be unreachable.`
  return `${key} is also ${what}.`
}
