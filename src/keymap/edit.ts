import { parseCall } from '../commands/call'
import { titleOfCall } from '../commands/registry'
import { lintKeymap, type Finding } from './lint'
import { spoken } from './display'
import { lineWithoutKeys, type Line, linesOf, readName, whereLabel } from './lines'
import { keysForMode } from './live'
import { changeLines, type Changes, withChanges } from './preferences'
import { clash } from './written'

type Judging = { isMac: boolean; faultOf(call: string): string | undefined }

/** What is wrong with a keymap, with plain keys and with the leader. */
export function faultsOf(set: Changes, { isMac, faultOf }: Judging): Finding[] {
  const keymap = withChanges(set)
  const found = (['on', 'leader'] as const).flatMap((mode) =>
    lintKeymap(keysForMode(keymap, mode, isMac), isMac, faultOf)
  )
  return found.filter((one, at) => found.findIndex((other) => identityOf(other) === identityOf(one)) === at)
}

const identityOf = ({ rule, between, message }: Finding) => `${rule} ${between?.join() ?? message}`

/** What a change would break that is not broken already. */
export function newFaults(
  set: Changes,
  change: Readonly<Record<string, readonly string[]>>,
  judging: Judging
): Finding[] {
  const before = new Set(faultsOf(set, judging).map(({ message }) => message))
  return faultsOf(changeLines(set, change), judging).filter(({ message }) => !before.has(message))
}

/** Rules about two lines, which a change of the other line can settle. */
const shared = new Set<Finding['rule']>(['collision', 'cover', 'prefix'])

/** The names of the conflicting lines; undefined when a finding cannot be settled by changing another line. */
export function conflictingLines(name: string, faults: readonly Finding[]): string[] | undefined {
  if (faults.some(({ rule, between }) => !shared.has(rule) || !between)) return undefined
  return [...new Set(faults.flatMap(({ between = [] }) => between.filter((one) => one !== name)))]
}

/**
 * Changes that settle a conflict: the other lines lose the clashing keys, and with `swap` get the freed keys instead.
 * @param others as they are now
 */
export function resolveConflict(
  line: Line,
  keys: readonly string[],
  others: readonly Line[],
  how: 'remove' | 'swap',
  isMac: boolean
): Record<string, string[]> {
  const givenUp = line.keys.filter((one) => !keys.includes(one))
  const change = others.map((other) => {
    const left = other.keys.filter((one) => !keys.some((own) => clash(own, one, isMac)))
    return [other.name, how === 'swap' ? [...left, ...givenUp] : left] as const
  })
  return { [line.name]: [...keys], ...Object.fromEntries(change) }
}

/** A line as somebody has it, and as it was shipped. */
export type OwnLine = Line & { shipped: readonly string[]; isChanged: boolean }

/**
 * Every line there is to change: the shipped ones in their order, those somebody added, and one without keys for each
 * command that has none.
 */
export function allLines(set: Changes, commandIds: readonly string[]): OwnLine[] {
  const now = new Map(linesOf(withChanges(set)).map((line) => [line.name, line]))
  const before = linesOf(withChanges({}))
  const emptied = before.map((line): Line => now.get(line.name) ?? { ...line, keys: [] })
  const added = [...now.values()].filter(({ name }) => !before.some((line) => line.name === name))
  const bare = commandIds.filter((id) => ![...emptied, ...added].some(({ call }) => parseCall(call).id === id))
  return [...emptied, ...added, ...bare.map(lineWithoutKeys)].map((line) => ({
    ...line,
    shipped: before.find(({ name }) => name === line.name)?.keys ?? [],
    isChanged: Object.hasOwn(set, line.name),
  }))
}

/** A finding as a sentence: `R is also “Refresh” (everywhere).` */
export function describeFinding({ rule, keys, between, reason }: Finding, name: string, isMac: boolean): string {
  const key = spoken(keys, isMac)
  const other = between?.find((one) => one !== name)
  if (other === undefined) return `${key}: ${reason ?? 'is used twice here'}.`
  const line = readName(other)
  const what = `“${line ? titleOfCall(line.call) : other}” (${line ? whereLabel(line).toLowerCase() : 'nowhere'})`
  if (rule === 'prefix') return `${key} and a key of ${what} begin alike, so one of them could not be reached.`
  return `${key} is also ${what}.`
}
