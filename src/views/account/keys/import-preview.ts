import '@/commands/every-command'
import { findCallError } from '@/commands/call'
import type { KeyPreferences } from '@/commands/stores/key-preference-store'
import { findCommand, describeCall } from '@/commands/registry'
import { isMac } from '@/keymap/display'
import { allLines, findKeymapErrors, conflictingLines, findNewErrors, describeFinding } from '@/keymap/edit-keymap'
import { parseLineName, scopeLabel } from '@/keymap/lines'
import { isSameKeys } from '@/keymap/preferences'
import { isKeySequence } from '@/keymap/press'

export const keyValidation = { isMac, faultOf: (call: string) => findCallError(call, findCommand) }

type ImportPreview = {
  /** The preferences that the import would store. */
  preferences: KeyPreferences
  changes: readonly { name: string; title: string; where: string; from: readonly string[]; to: readonly string[] }[]
  /** The invalid lines, with the reason. */
  invalidLines: readonly string[]
  /** Descriptions of the conflicts that the import would cause. */
  conflicts: readonly string[]
}

/** Compares an imported keyboard with the current one. */
export function previewImport(file: KeyPreferences, now: KeyPreferences): ImportPreview {
  const lines = Object.entries(file.set).map(([name, keys]) => ({ name, keys, fault: findImportError(name, keys) }))
  const set = Object.fromEntries(lines.flatMap(({ name, keys, fault }) => (fault === undefined ? [[name, keys]] : [])))
  const before = new Map(allLines(now.set, []).map((line) => [line.name, line]))
  const after = allLines(set, [])
  return {
    preferences: { ...file, set },
    changes: after.flatMap((line) => {
      const { name, call, keys } = line
      const from = before.get(name)?.keys ?? []
      if (isSameKeys(from, keys)) return []
      return [{ name, title: describeCall(call), where: scopeLabel(line), from, to: keys }]
    }),
    invalidLines: lines.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${fault}`])),
    conflicts: [
      ...new Set(
        findKeymapErrors(set, keyValidation).map((found) => describeFinding(found, found.between?.[0] ?? '', isMac))
      ),
    ],
  }
}

/**
 * Why a line cannot be imported, or undefined. Conflicts with other lines are allowed: the user can resolve them later.
 */
function findImportError(name: string, keys: readonly string[]): string | undefined {
  const line = parseLineName(name)
  if (!line || keyValidation.faultOf(line.call) !== undefined) return 'this command does not exist.'
  const invalid = keys.find((one) => !isKeySequence(one))
  if (invalid !== undefined) return `“${invalid}” is not a valid key.`
  const faults = findNewErrors({}, { [name]: keys }, keyValidation).filter(({ between }) => !between)
  return conflictingLines(name, faults)
    ? undefined
    : faults.map((found) => describeFinding(found, name, isMac)).join(' ')
}
