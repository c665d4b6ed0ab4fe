import '../../commands/every-command'
import { faultOf } from '../../commands/call'
import type { KeyPreferences } from '../../commands/stores/key-preference-store'
import { findCommand, titleOfCall } from '../../commands/registry'
import { isMac } from '../../keymap/display'
import { allLines, faultsOf, conflictingLines, newFaults, describeFinding } from '../../keymap/edit'
import { readName, whereLabel } from '../../keymap/lines'
import { sameKeys } from '../../keymap/preferences'
import { isWritten } from '../../keymap/press'

export const judging = { isMac, faultOf: (call: string) => faultOf(call, findCommand) }

export type Preview = {
  /** The preferences that the import would store. */
  kept: KeyPreferences
  changes: readonly { name: string; title: string; where: string; from: readonly string[]; to: readonly string[] }[]
  /** The invalid lines, with the reason. */
  leftOut: readonly string[]
  /** Descriptions of the conflicts that the import would cause. */
  conflicts: readonly string[]
}

/** Compares an imported keyboard with the current one. */
export function previewOf(file: KeyPreferences, now: KeyPreferences): Preview {
  const lines = Object.entries(file.set).map(([name, keys]) => ({ name, keys, fault: importFaultOf(name, keys) }))
  const set = Object.fromEntries(lines.flatMap(({ name, keys, fault }) => (fault === undefined ? [[name, keys]] : [])))
  const before = new Map(allLines(now.set, []).map((line) => [line.name, line]))
  const after = allLines(set, [])
  return {
    kept: { ...file, set },
    changes: after.flatMap((line) => {
      const { name, call, keys } = line
      const from = before.get(name)?.keys ?? []
      if (sameKeys(from, keys)) return []
      return [{ name, title: titleOfCall(call), where: whereLabel(line), from, to: keys }]
    }),
    leftOut: lines.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${fault}`])),
    conflicts: [
      ...new Set(faultsOf(set, judging).map((found) => describeFinding(found, found.between?.[0] ?? '', isMac))),
    ],
  }
}

/**
 * Why a line cannot be imported, or undefined. Conflicts with other lines are allowed: the user can resolve them later.
 */
function importFaultOf(name: string, keys: readonly string[]): string | undefined {
  const line = readName(name)
  if (!line || judging.faultOf(line.call) !== undefined) return 'this command does not exist.'
  const invalid = keys.find((one) => !isWritten(one))
  if (invalid !== undefined) return `“${invalid}” is not a valid key.`
  const faults = newFaults({}, { [name]: keys }, judging).filter(({ between }) => !between)
  return conflictingLines(name, faults)
    ? undefined
    : faults.map((found) => describeFinding(found, name, isMac)).join(' ')
}
