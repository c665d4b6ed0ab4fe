import type { RowValues } from '@/api/settings/settings-table'
import { whoami } from '@/api/sign-in/whoami'
import { kindNoun } from '@/lib/kinds'
import { formatNames } from '@/shared/format'
import { hasPage, isResourceKind, newResourcePath, resourcePages, resourceRowPath } from '@/shared/routing/registry'
import type { ResourceKind } from '@/shared/routing/resource'
import { integrationPath, integrationsPage } from '@/shared/pages/settings'
import { type Editor, loadEditor } from '@/resources/editor'
import type { PageDestination, RowEditing } from '@/resources/resource'
import { callTo } from '../call-to'
import { partialOutcome, runForEach } from '../bulk'
import { type CachedFetch, type Effects, CommandError, type Outcome, type Target } from '../command'

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
    leavePage(editing.page.destinations?.added, resourcePages[type].path, effects)
  const undo = async () => {
    await removeRow(editing, id, effects)
    return { message: `Removed ${name}.` }
  }
  return { message: editing.messages?.added ?? `Added ${name}.`, undo }
}

export async function editResource(
  { resource: [one], ...given }: ResourceArgs & { resource: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const values = given.document ?? given.values
  const editor = await loadEditing(one.kind)
  const { editing } = editor
  const before = queryOfOne(editing)
    ? await fetchEditableRow(editing, one, effects)
    : findEditableRow(editor, await refetchRows(editor, effects), one)
  const update = async (row: RowValues) => {
    const author = editing.isSignedOnUpdate ? { updated_by: (await effects.fetch(whoami())).payload.user.id } : {}
    await effects.mutate(editing.table.update(), { id: one.id, values: { ...row, ...author } })
  }
  await update(editing.toRow(values))
  leaveRowPage('changed', one, editing, effects)
  const undo = async () => {
    await update(editing.toStored?.(before) ?? rowAsBefore(editing, before))
    return { message: `Restored ${one.label}.` }
  }
  const message = editing.messages?.updated ?? `${rowName(values) ?? one.label} updated successfully`
  const refusal = editing.noUndo?.(values)
  return refusal === undefined ? { message, undo } : { message: `${message}. ${refusal}` }
}

/** The consequences of deleting these resources. */
export async function listConsequences(
  { resources: list }: { resources: readonly Target<ResourceKind>[] },
  fetch: CachedFetch
): Promise<readonly string[]> {
  const found = await Promise.all(
    list.map(async (one) => (await loadEditing(one.kind)).editing.consequences?.(one, fetch) ?? [])
  )
  return found.flat()
}

/** Why none of these resources can be deleted; undefined if one can, or if that is not known yet. */
export async function refuseDeletion(
  { resources: list }: { resources: readonly Target<ResourceKind>[] },
  load: CachedFetch
): Promise<string | undefined> {
  const reasons = await Promise.all(
    list.map(async (one) => {
      const editor = await loadEditing(one.kind)
      const { rows } = editor.details
      const { editing } = editor
      const query = queryOfOne(editing)
      const row = query
        ? await load(query(one.id))
        : rows.paging === 'none'
          ? findRow(editor, await load(rows.query()), one)
          : undefined
      return row ? describeLock(editing, one, row) : undefined
    })
  )
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined
}

export async function removeResources(
  { resources: list }: { resources: readonly Target<ResourceKind>[] },
  effects: Effects
): Promise<Outcome> {
  const editors = new Map<string, Promise<Editor & { rows: readonly object[] | undefined }>>()
  const editorOf = (kind: string) => {
    const found = editors.get(kind) ?? loadEditorWithRows(kind, effects)
    editors.set(kind, found)
    return found
  }
  const bulk = await runForEach(list, effects, async (one) => {
    const { rows, ...editor } = await editorOf(one.kind)
    const { editing } = editor
    if (rows) findEditableRow(editor, rows, one)
    else await fetchEditableRow(editing, one, effects)
    return { editing, restore: await removeRow(editing, one.id, effects) }
  })
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const names = formatNames(bulk.done.map(({ item }) => item.label))
  const own = list.every(({ kind }) => kind === list[0]?.kind) && bulk.done[0]?.value.editing.messages?.deleted
  const message = own ? own(bulk.done.length) : `${names || 'Nothing'} deleted successfully`
  const outcome =
    bulk.failed.length === 0
      ? { message }
      : partialOutcome(bulk, message, 'Not deleted', (failed) => callTo('resource.delete', { resources: failed }))
  const [first] = bulk.done
  if (!first) return outcome
  if (bulk.done.length === 1) leaveRowPage('deleted', first.item, first.value.editing, effects)
  const undo = async () => {
    for (const { value } of bulk.done) await value.restore()
    return { message: `Restored ${names}.` }
  }
  return { ...outcome, undo }
}

/** Deletes a row. @returns how to restore it */
export async function removeRow(
  { table }: RowEditing<object>,
  id: string,
  effects: Effects
): Promise<() => Promise<void>> {
  if (!table.reinsert) {
    await effects.mutate(table.remove(), id)
    return () => effects.mutate(table.restore(), id).then(() => undefined)
  }
  const rows = await effects.mutate(table.remove(), id)
  return async () => {
    for (const row of rows) await effects.mutate(table.reinsert(), row)
  }
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

/** Opens the destination, if the user may, or else the list as it was left. */
function leavePage(to: PageDestination | undefined, list: string, effects: Effects): void {
  if (to && hasPage(to.path) && effects.mayOpen(to.feature, to.area)) effects.navigate(to.path)
  else effects.returnTo(list)
}

/** Leaves the page of a row that was changed or deleted on it. */
function leaveRowPage(
  what: 'changed' | 'deleted',
  { kind, id }: Target,
  { page }: RowEditing<object>,
  effects: Effects
): void {
  const here = currentPathname(effects)
  if (here === integrationPath(kind, id)) return effects.returnTo(integrationsPage.path)
  if (!page || !isResourceKind(kind) || here !== resourceRowPath(kind, id)) return
  leavePage(page.destinations?.[what], resourcePages[kind].path, effects)
}

/** @throws {Error} if the kind is not that of a resource, or its rows cannot be edited */
export function loadEditing(kind: string): Promise<Editor> {
  if (!isResourceKind(kind)) throw new Error(`${kind} is not edited by a form.`)
  return loadEditor(kind)
}

/** Loads the rows once for several deletions. Rows of a paged list are read one by one. */
async function loadEditorWithRows(
  kind: string,
  effects: Effects
): Promise<Editor & { rows: readonly object[] | undefined }> {
  const editor = await loadEditing(kind)
  return { ...editor, rows: editor.details.rows.paging === 'none' ? await refetchRows(editor, effects) : undefined }
}

/** Reads the rows again, since cached ones may be minutes old. */
async function refetchRows({ details }: Editor, effects: Effects): Promise<readonly object[]> {
  if (details.rows.paging !== 'none') throw new Error('The rows of a paged list are not read at once.')
  return effects.fetch({ ...details.rows.query(), staleTime: 0 })
}

const queryOfOne = (editing: RowEditing<object>) => editing.page?.one ?? editing.one

/** Reads one row again. @throws {CommandError} if it no longer exists, or is managed elsewhere */
async function fetchEditableRow(editing: RowEditing<object>, target: Target, effects: Effects): Promise<object> {
  const query = queryOfOne(editing)
  if (!query) throw new Error(`A single ${target.kind} cannot be read.`)
  return requireEditableRow(editing, target, await effects.fetch({ ...query(target.id), staleTime: 0 }))
}

/** @throws {CommandError} if the row no longer exists, or is managed elsewhere */
const findEditableRow = (editor: Editor, rows: readonly object[], target: Target): object =>
  requireEditableRow(editor.editing, target, findRow(editor, rows, target))

const findRow = ({ details }: Editor, rows: readonly object[], { id }: Target) =>
  rows.find((one) => details.identify(one).id === id)

function requireEditableRow(editing: RowEditing<object>, target: Target, row: object | null | undefined): object {
  if (!row) throw new CommandError(`${target.label} no longer exists: another user deleted it.`)
  const refusal = describeLock(editing, target, row)
  if (refusal !== undefined) throw new CommandError(refusal)
  return row
}

function describeLock(editing: RowEditing<object>, { label }: Target, row: object): string | undefined {
  const lock = editing.lockedAt(row)
  return lock === undefined ? undefined : `${label} comes from ${lock}. Change it there.`
}
