import type { RowValues } from '@/api/settings/settings-table'
import { whoami } from '@/api/sign-in/whoami'
import { kindNoun } from '@/lib/kinds'
import { formatNames } from '@/shared/format'
import { hasPage, isResourceKind, newResourcePath, resourcePages, resourceRowPath } from '@/shared/routing/registry'
import type { ResourceKind } from '@/shared/routing/resource'
import { integrationPath, integrationsPage } from '@/shared/pages/settings'
import { loadDetails } from '@/resources/registry'
import type { AnyDetails, PageDestination, RowEditing } from '@/resources/resource'
import { callTo } from '../call-to'
import { partialOutcome, runForEach } from '../bulk'
import { type Effects, CommandError, type Outcome, type Target } from '../command'

type ResourceArgs = { values: RowValues; document: RowValues | undefined }

export async function createResource(
  { type, ...given }: ResourceArgs & { type: ResourceKind },
  effects: Effects
): Promise<Outcome> {
  const values = given.document ?? given.values
  const { editing } = await loadEditing(type)
  const { payload } = await effects.fetch(whoami())
  const id = await effects.mutate(editing.table.create(), {
    values: editing.toRow(values),
    personId: payload.user.id,
  })
  const name = rowName(values) ?? kindNoun(type)
  // If the command was not called on the page of a new row, as in a dialog, the page stays open.
  if (editing.page && currentPathname(effects) === newResourcePath(type))
    effects.navigate(
      allowedPath(editing.page.destinations?.added, effects) ?? resourceRowPath(type, id) ?? resourcePages[type].path
    )
  const undo = async () => {
    await effects.mutate(editing.table.remove(), id)
    return { message: `Removed ${name}.` }
  }
  return { message: `Added ${name}.`, undo }
}

export async function editResource(
  { resource: [one], ...given }: ResourceArgs & { resource: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const values = given.document ?? given.values
  const { editing } = await loadEditing(one.kind)
  const before = editing.page
    ? requireEditableRow(editing, one, await effects.fetch({ ...editing.page.one(one.id), staleTime: 0 }))
    : findEditableRow(await refetchRows(one.kind, effects), one)
  await effects.mutate(editing.table.update(), { id: one.id, values: editing.toRow(values) })
  leaveRowPage('changed', one, editing, effects)
  const undo = async () => {
    await effects.mutate(editing.table.update(), { id: one.id, values: rowAsBefore(editing, before) })
    return { message: `Restored ${one.label}.` }
  }
  return { message: `${rowName(values) ?? one.label} updated successfully.`, undo }
}

export async function removeResources(
  { resources: list }: { resources: readonly Target<ResourceKind>[] },
  effects: Effects
): Promise<Outcome> {
  const readers = new Map<string, Promise<Reader>>()
  for (const { kind } of list) if (!readers.has(kind)) readers.set(kind, refetchRows(kind, effects))
  const bulk = await runForEach(list, effects, async (one) => {
    const reader = await (readers.get(one.kind) ?? refetchRows(one.kind, effects))
    findEditableRow(reader, one)
    await effects.mutate(reader.editing.table.remove(), one.id)
    return reader
  })
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const names = formatNames(bulk.done.map(({ item }) => item.label))
  const message = `${names || 'Nothing'} deleted successfully.`
  const outcome =
    bulk.failed.length === 0
      ? { message }
      : partialOutcome(bulk, message, 'Not deleted', (failed) => callTo('resource.delete', { resources: failed }))
  const [first] = bulk.done
  if (!first) return outcome
  if (bulk.done.length === 1) leaveRowPage('deleted', first.item, first.value.editing, effects)
  const undo = async () => {
    for (const { item, value } of bulk.done) await effects.mutate(value.editing.table.restore(), item.id)
    return { message: `Restored ${names}.` }
  }
  return { ...outcome, undo }
}

/** Finds the name of a row in its values. Playbooks have titles instead. */
function rowName({ name, title }: RowValues): string | undefined {
  const called = name ?? title
  return typeof called === 'string' && called !== '' ? called : undefined
}

/** Rebuilds a row from its values. A null value, which forms show as empty, becomes null again. */
const rowAsBefore = (editing: RowEditing<object>, before: object): RowValues => {
  const had = before as RowValues
  return Object.fromEntries(
    Object.entries(editing.toRow(editing.toValues(before))).map(([name, value]) => [
      name,
      had[name] === null ? null : value,
    ])
  )
}

const currentPathname = ({ here }: Pick<Effects, 'here'>) => here().split('?')[0]

const allowedPath = (to: PageDestination | undefined, { mayOpen }: Effects): string | undefined =>
  to && hasPage(to.path) && mayOpen(to.feature, to.area) ? to.path : undefined

/** Leaves the page of a row that was changed or deleted on it. */
function leaveRowPage(
  what: 'changed' | 'deleted',
  { kind, id }: Target,
  { page }: RowEditing<object>,
  effects: Effects
): void {
  const here = currentPathname(effects)
  if (here === integrationPath(kind, id)) return effects.navigate(integrationsPage.path)
  if (!page || !isResourceKind(kind) || here !== resourceRowPath(kind, id)) return
  const list = what === 'deleted' ? resourcePages[kind].path : undefined
  const to = allowedPath(page.destinations?.[what], effects) ?? list
  if (to !== undefined) effects.navigate(to)
}

type Reader = { details: AnyDetails; editing: RowEditing<object>; rows: readonly object[] }

async function loadEditing(kind: string): Promise<Omit<Reader, 'rows'>> {
  const details = isResourceKind(kind) ? await loadDetails(kind) : undefined
  if (!details?.editing) throw new Error(`${kind} has no edit form.`)
  return { details, editing: details.editing }
}

/** Reads the rows again, since cached ones may be minutes old. */
async function refetchRows(kind: string, effects: Effects): Promise<Reader> {
  const { details, editing } = await loadEditing(kind)
  if (details.rows.paging !== 'none') throw new Error(`${kind} is a paged list.`)
  const rows = await effects.fetch({ ...details.rows.query(), staleTime: 0 })
  return { details, editing, rows }
}

/** @throws {CommandError} if the row no longer exists, or is managed elsewhere */
const findEditableRow = ({ details, editing, rows }: Reader, target: Target): object =>
  requireEditableRow(
    editing,
    target,
    rows.find((one) => details.identify(one).id === target.id)
  )

function requireEditableRow(editing: RowEditing<object>, { label }: Target, row: object | null | undefined): object {
  if (!row) throw new CommandError(`${label} no longer exists: another user deleted it.`)
  const lock = editing.lockedAt(row)
  if (lock !== undefined) throw new CommandError(`${label} comes from ${lock}. Change it there.`)
  return row
}
