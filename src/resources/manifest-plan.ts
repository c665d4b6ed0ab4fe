import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import { ApiError } from '@/api/http'
import type { RowValues } from '@/api/settings/settings-table'
import { kindNoun, type Target } from '@/lib/kinds'
import { ANNOTATIONS_NOTE, LABELS_NOTE, type Manifest, NAMESPACE_NOTE, readManifests } from '@/lib/settings/manifests'
import { loadModule } from '@/lib/load-module'
import { asSentence, capital } from '@/shared/format'
import { settleAll } from '@/shared/pool'
import { isRecord, isSameValue } from '@/shared/document/value'
import { resources } from '@/shared/routing/registry'
import type { ResourceKind } from '@/shared/routing/resource'
import { MissingReference } from './manifest-parts'
import { loadEditor } from './editor'
import type { AnyDetails, ManifestForm, ManifestKind, RowEditing } from './resource'

/** What the import of a document of a text does. Positions start at 1. */
export type PlannedImport = { position: number } & PlannedChange

type PlannedChange = { title: string; notes?: readonly string[] } & (
  | { is: 'created'; kind: ResourceKind; editing: RowEditing<object>; columns: RowValues }
  | {
      is: 'changed'
      kind: ResourceKind
      target: Target<ResourceKind>
      editing: RowEditing<object>
      columns: RowValues
      /** The columns before the change. */
      before: RowValues
      /** The changed members, such as `spec.schedule`. */
      changes: readonly string[]
    }
  | { is: 'unchanged' }
  /** The reason, as a sentence. */
  | { is: 'skipped'; reason: string }
)

/** Fetches through the cache. */
type Fetch = <T, K extends QueryKey>(query: FetchQueryOptions<T, ApiError, T, K>) => Promise<T>

const AT_ONCE = 4

type Importable = { kind: ResourceKind; details: AnyDetails; editing: RowEditing<object>; manifest: ManifestKind }

/** The kinds of resources that have manifests. */
export async function loadManifestKinds(): Promise<readonly Importable[]> {
  const all = await Promise.all(
    resources.filter(({ hasManifest }) => hasManifest).map(async ({ kind }) => ({ kind, ...(await loadEditor(kind)) }))
  )
  return all.flatMap((one) => (one.editing.manifest ? [{ ...one, manifest: one.editing.manifest }] : []))
}

/**
 * Plans the import of the manifests of a text. A manifest changes the resource with its kind, name and namespace, or
 * creates it.
 * @returns a sentence if the text cannot be read
 */
export async function planImport(text: string, read: Fetch): Promise<readonly PlannedImport[] | string> {
  const documents = readManifests(text)
  if (typeof documents === 'string') return documents
  const kinds = await loadManifestKinds()
  const listed = new Map<ResourceKind, Promise<readonly object[]>>()
  const seen = new Set<string>()
  const settled = await settleAll(
    [...documents.entries()],
    AT_ONCE,
    async ([index, { manifest, refusal }]): Promise<PlannedChange> => {
      if (!manifest) return { is: 'skipped', title: `Document ${index + 1}`, reason: refusal }
      const found = kinds.find(({ manifest: { kind } }) => kind === manifest.kind)
      const title = titleOf(manifest, found?.kind)
      if (!found || groupOf(found.manifest) !== groupOf(manifest))
        return { is: 'skipped', title, reason: unknownKind(manifest, kinds) }
      const key = JSON.stringify([manifest.kind, manifest.namespace, manifest.name])
      if (seen.has(key)) return { is: 'skipped', title, reason: 'The text has another manifest of this resource.' }
      seen.add(key)
      const form = await loadManifestForm(found)
      const rows = form.find
        ? read({ ...form.find(manifest), staleTime: 0 })
        : (listed.get(found.kind) ?? listRows(found.details, read))
      if (!form.find) listed.set(found.kind, rows)
      const refers = ({ kind, referredName }: MissingReference) =>
        documents.some(
          ({ manifest: one }) =>
            one?.name === referredName && kinds.find(({ manifest: { kind: of } }) => of === one.kind)?.kind === kind
        )
      const planned = await planOne(manifest, found, form, title, { rows: await rows, read, refers })
      const notes = [...notesOf(manifest, found.manifest), ...(form.notesOf?.(manifest) ?? [])]
      if (planned.is === 'skipped') return planned
      return notes.length > 0 ? { notes, ...planned } : planned
    }
  )
  return settled.map((one, index) => {
    if ('error' in one) throw one.error
    return { position: index + 1, ...one.value }
  })
}

/** Reads the rows again, since cached ones may be minutes old. */
const listRows = async ({ rows }: AnyDetails, read: Fetch): Promise<readonly object[]> =>
  rows.paging === 'none' ? read({ ...rows.query(), staleTime: 0 }) : []

/** The parts of a manifest that are not saved, as sentences. */
const notesOf = (
  { hasAnnotations, labels, namespace }: Manifest,
  { hasLabels, hasNamespace }: ManifestKind
): readonly string[] => [
  ...(hasAnnotations ? [ANNOTATIONS_NOTE] : []),
  ...(labels && Object.keys(labels).length > 0 && !hasLabels ? [LABELS_NOTE] : []),
  ...(namespace !== undefined && hasNamespace === false ? [NAMESPACE_NOTE] : []),
]

type LoadedForm = Omit<ManifestForm, 'toColumns' | 'toSpec'> & {
  /** The columns of a manifest, and those that only a new row gets. */
  toColumns(manifest: Manifest): Promise<{ columns: RowValues; added: RowValues }>
}

async function loadManifestForm({ editing, manifest: kind }: Importable): Promise<LoadedForm> {
  if (kind.load) {
    const { toColumns, ...form } = (await loadModule(kind.load)).default
    return { ...form, toColumns: async (manifest) => ({ columns: await toColumns(manifest), added: {} }) }
  }
  const { toValues, toColumns } = kind
  return {
    toColumns: (manifest) =>
      Promise.resolve({ columns: editing.toRow(toValues(manifest)), added: toColumns?.(manifest) ?? {} }),
    toStored: (row) => editing.toRow(editing.toValues(row)),
  }
}

async function planOne(
  manifest: Manifest,
  { kind, details, editing }: Importable,
  form: LoadedForm,
  title: string,
  { rows, read, refers }: { rows: readonly object[]; read: Fetch; refers: (missing: MissingReference) => boolean }
): Promise<PlannedChange> {
  const skip = (error: unknown): PlannedChange => {
    // A failed request says nothing about the manifest.
    if (error instanceof ApiError) throw error
    const reason = asSentence(error instanceof Error ? error.message : String(error))
    const isInText = error instanceof MissingReference && refers(error)
    const advice = isInText ? ` Import the ${kindNoun(error.kind)} of this text first, then this document.` : ''
    return { is: 'skipped', title, reason: reason + advice }
  }
  let given: { columns: RowValues; added: RowValues }
  try {
    given = await form.toColumns(manifest)
  } catch (error) {
    return skip(error)
  }
  const whole = { ...given.columns, ...given.added }
  const row = rows.find((one) => isNamed(one, whole))
  if (!row) return { is: 'created', title, kind, editing, columns: whole }
  const lock = editing.lockedAt(row)
  if (lock !== undefined)
    return { is: 'skipped', title, reason: `The existing ${kindNoun(kind)} comes from ${lock}. Change it there.` }
  const target = { kind, ...details.identify(row) }
  const one = editing.page?.one ?? editing.one
  const stored = (one && (await read({ ...one(target.id), staleTime: 0 }))) ?? row
  let columns: RowValues
  try {
    columns = form.toChange?.(given.columns, stored, manifest) ?? given.columns
  } catch (error) {
    return skip(error)
  }
  const before = form.toStored(stored)
  const changes = changedMembers(before, columns)
  if (changes.length === 0) return { is: 'unchanged', title }
  // Undo empties the columns that had no value.
  const missing = Object.fromEntries(Object.keys(columns).map((name) => [name, null]))
  return { is: 'changed', title, kind, target, editing, columns, before: { ...missing, ...before }, changes }
}

/** Whether a row has the name and namespace of a new row. Kinds without a namespace have the name only. */
function isNamed(row: object, { name, namespace }: RowValues): boolean {
  const one = row as RowValues
  return (
    one['name'] === name && (namespace === undefined || (one['namespace'] ?? 'default') === (namespace ?? 'default'))
  )
}

/** `Canary reader in news`. */
const titleOf = ({ kind, name, namespace }: Manifest, known: ResourceKind | undefined) =>
  `${known === undefined ? kind : capital(kindNoun(known))} ${name}${namespace === undefined ? '' : ` in ${namespace}`}`

const groupOf = ({ apiVersion }: { apiVersion: string }) => apiVersion.split('/')[0]

const unknownKind = ({ kind, apiVersion }: Manifest, kinds: readonly Importable[]) =>
  `${kind} (${apiVersion}) cannot be imported. These can: ${kinds.map(({ manifest }) => manifest.kind).join(', ')}.`

/** The members of the columns that differ, one level below the column. */
function changedMembers(before: RowValues, after: RowValues): string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (isSameValue(was ?? null, is ?? null)) return []
    if (!isRecord(was) || !isRecord(is)) return [name]
    return Object.keys({ ...was, ...is })
      .filter((member) => !isSameValue(was[member], is[member]))
      .map((member) => `${name}.${member}`)
  })
}
