import type { Context } from '../../commands/context'
import { parseCall } from '../../commands/call'
import { offerOf } from '../../commands/prepare'
import { findCommand, titleOfCall } from '../../commands/registry'
import { spoken } from '../../keymap/display'
import type { LiveKey } from '../../keymap/live'

export type SheetRow = { call: string; title: string; keys: readonly string[]; refusal?: string }
export type SheetGroup = { title: string; rows: readonly SheetRow[] }

const titles = { app: 'Everywhere', page: 'On a page', list: 'In a list', detail: 'In a detail' } as const

/** Every key of the table, by where it works; those of the place one is in come first. */
export function sheetOf(keys: readonly LiveKey[], context: Context, isHere: (group: string) => boolean): SheetGroup[] {
  const groups = new Map<string, Map<string, SheetRow>>()
  for (const key of keys) {
    const { id } = parseCall(key.call)
    const command = findCommand(id)
    if (!command) continue
    const group = key.on
      ? `On a ${key.on.join(' or ')}`
      : key.at in titles
        ? titles[key.at as keyof typeof titles]
        : key.at
    const rows = groups.get(group) ?? new Map<string, SheetRow>()
    const offer = command.run ? offerOf(command, context) : true
    const row = rows.get(key.call) ?? {
      call: key.call,
      title: titleOfCall(key.call),
      keys: [],
      ...(typeof offer === 'string' ? { refusal: offer } : {}),
    }
    rows.set(key.call, { ...row, keys: [...row.keys, key.keys] })
    groups.set(group, rows)
  }
  return [...groups]
    .map(([title, rows]) => ({ title, rows: [...rows.values()] }))
    .toSorted((a, b) => Number(isHere(b.title)) - Number(isHere(a.title)))
}

/** The rows whose name or keys hold the text. */
export function filterSheet(groups: readonly SheetGroup[], text: string): SheetGroup[] {
  const wanted = text.trim().toLowerCase()
  const fits = ({ title, keys }: SheetRow) =>
    title.toLowerCase().includes(wanted) ||
    keys.some((key) => key === text.trim() || spoken(key).toLowerCase() === wanted)
  return groups.flatMap(({ title, rows }) => {
    const left = rows.filter(fits)
    return left.length > 0 ? [{ title, rows: left }] : []
  })
}
