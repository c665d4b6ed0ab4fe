import type { RowValues } from '../../api/settings-table'
import { whoami } from '../../api/whoami'
import { nounOf } from '../../lib/kinds'
import { formatNames } from '../../lib/format'
import { integrationPaths, pathOfIntegration } from '../../lib/integration-pages'
import { hasPage } from '../../lib/paths'
import { isResourceKind, pathOfNew, pathOfRow, type ResourceKind, resourcePages } from '../../lib/resource-pages'
import { loadDetails } from '../../resources/registry'
import type { AnyDetails, Destination, Editing } from '../../resources/resource'
import { partly, toEach } from '../bulk'
import { type Effects, CommandError, type Outcome, type Target } from '../command'

type Given = { values: RowValues; document: RowValues | undefined }

export async function create({ type, ...given }: Given & { type: ResourceKind }, effects: Effects): Promise<Outcome> {
  const values = given.document ?? given.values
  const { editing } = await editingOf(type)
  const { payload } = await effects.fetch(whoami())
  const id = await effects.mutate(editing.table.create(), {
    values: editing.rowOf(values),
    personId: payload.user.id,
  })
  const name = nameIn(values) ?? nounOf(type)
  // If the command was not called on the page of a new row, as in a dialog, the page stays open.
  if (editing.page && pathnameOf(effects) === pathOfNew(type))
    effects.navigate(destination(editing.page.leads?.added, effects) ?? pathOfRow(type, id) ?? resourcePages[type].path)
  const undo = async () => {
    await effects.mutate(editing.table.remove(), id)
    return { message: `Removed ${name}.` }
  }
  return { message: `Added ${name}.`, undo }
}

export async function edit(
  { resource: [one], ...given }: Given & { resource: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const values = given.document ?? given.values
  const { editing } = await editingOf(one.kind)
  const before = editing.page
    ? toChange(editing, one, await effects.fetch({ ...editing.page.one(one.id), staleTime: 0 }))
    : rowToChange(await readAgain(one.kind, effects), one)
  await effects.mutate(editing.table.update(), { id: one.id, values: editing.rowOf(values) })
  leave('changed', one, editing, effects)
  const undo = async () => {
    await effects.mutate(editing.table.update(), { id: one.id, values: rowAsBefore(editing, before) })
    return { message: `Restored ${one.label}.` }
  }
  return { message: `${nameIn(values) ?? one.label} updated successfully.`, undo }
}

export async function remove(
  { resources: list }: { resources: readonly Target[] },
  effects: Effects
): Promise<Outcome> {
  const readers = new Map<string, Promise<Reader>>()
  for (const { kind } of list) if (!readers.has(kind)) readers.set(kind, readAgain(kind, effects))
  const bulk = await toEach(list, effects, async (one) => {
    const reader = await (readers.get(one.kind) ?? readAgain(one.kind, effects))
    rowToChange(reader, one)
    await effects.mutate(reader.editing.table.remove(), one.id)
    return reader
  })
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const names = formatNames(bulk.done.map(({ item }) => item.label))
  const message = `${names || 'Nothing'} deleted successfully.`
  const outcome =
    bulk.failed.length === 0 ? { message } : partly(bulk, message, 'Not deleted', 'resource.delete?resources=')
  const [first] = bulk.done
  if (!first) return outcome
  if (bulk.done.length === 1) leave('deleted', first.item, first.value.editing, effects)
  const undo = async () => {
    for (const { item, value } of bulk.done) await effects.mutate(value.editing.table.restore(), item.id)
    return { message: `Restored ${names}.` }
  }
  return { ...outcome, undo }
}

/** Finds the name of a row in its values. Playbooks have titles instead. */
function nameIn({ name, title }: RowValues): string | undefined {
  const called = name ?? title
  return typeof called === 'string' ? called : undefined
}

/** Rebuilds a row from its values. A null value, which forms show as empty, becomes null again. */
const rowAsBefore = (editing: Editing<object>, before: object): RowValues => {
  const had = before as RowValues
  return Object.fromEntries(
    Object.entries(editing.rowOf(editing.valuesOf(before))).map(([name, value]) => [
      name,
      had[name] === null ? null : value,
    ])
  )
}

const pathnameOf = ({ here }: Pick<Effects, 'here'>) => here().split('?')[0]

const destination = (to: Destination | undefined, { mayOpen }: Effects): string | undefined =>
  to && hasPage(to.path) && mayOpen(to.feature, to.area) ? to.path : undefined

/** Leaves the page of a row that was changed or deleted on it. */
function leave(what: 'changed' | 'deleted', { kind, id }: Target, { page }: Editing<object>, effects: Effects): void {
  const here = pathnameOf(effects)
  if (here === pathOfIntegration(kind, id)) return effects.navigate(integrationPaths.list)
  if (!page || !isResourceKind(kind) || here !== pathOfRow(kind, id)) return
  const list = what === 'deleted' ? resourcePages[kind].path : undefined
  const to = destination(page.leads?.[what], effects) ?? list
  if (to !== undefined) effects.navigate(to)
}

type Reader = { details: AnyDetails; editing: Editing<object>; rows: readonly object[] }

async function editingOf(kind: string): Promise<Omit<Reader, 'rows'>> {
  const details = isResourceKind(kind) ? await loadDetails(kind) : undefined
  if (!details?.editing) throw new Error(`${kind} has no edit form.`)
  return { details, editing: details.editing }
}

/** Reads the rows again, since cached ones may be minutes old. */
async function readAgain(kind: string, effects: Effects): Promise<Reader> {
  const { details, editing } = await editingOf(kind)
  if (details.rows.paging !== 'none') throw new Error(`${kind} is a paged list.`)
  const rows = await effects.fetch({ ...details.rows.query(), staleTime: 0 })
  return { details, editing, rows }
}

/** @throws {CommandError} if the row no longer exists, or is managed elsewhere */
const rowToChange = ({ details, editing, rows }: Reader, target: Target): object =>
  toChange(
    editing,
    target,
    rows.find((one) => details.identify(one).id === target.id)
  )

function toChange(editing: Editing<object>, { label }: Target, row: object | null | undefined): object {
  if (!row) throw new CommandError(`${label} no longer exists: another user deleted it.`)
  const lock = editing.lockedBy(row)
  if (lock !== undefined) throw new CommandError(`${label} comes from ${lock}. Change it there.`)
  return row
}
