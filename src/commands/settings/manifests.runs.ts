import { ApiError } from '@/api/http'
import { loadModule } from '@/lib/load-module'
import { writeYaml } from '@/lib/write-yaml'
import type { RowValues } from '@/api/settings/settings-table'
import { whoami } from '@/api/sign-in/whoami'
import { kindNoun } from '@/lib/kinds'
import { asSentence, formatCount, formatNames } from '@/shared/format'
import type { ResourceKind } from '@/shared/routing/resource'
import { planImport } from '@/resources/manifest-plan'
import type { Editor } from '@/resources/editor'
import { CommandError, type Effects, type Outcome, type Target } from '../command'
import { loadEditing, removeRow } from './resources.runs'

/** Imports the manifests of a text, in their order. A failure does not stop the others. */
export async function importManifests({ text }: { text: string }, effects: Effects): Promise<Outcome> {
  const plan = await planImport(text, effects.fetch)
  if (typeof plan === 'string') throw new CommandError(plan, { fields: { text: plan } })
  const planned = plan.filter((one) => one.is === 'created' || one.is === 'changed')
  const skipped = plan.filter((one) => one.is === 'skipped')
  if (planned.length === 0) {
    const reason = skipped[0] ? `${skipped[0].title}: ${skipped[0].reason}` : 'All resources are already as described.'
    throw new CommandError(`Nothing to import. ${reason}`)
  }
  const { payload } = await effects.fetch(whoami())
  const done: (() => Promise<unknown>)[] = []
  const failed: string[] = []
  for (const [index, one] of planned.entries()) {
    effects.progress(index, planned.length)
    const { table, isSignedOnUpdate } = one.editing
    const author = isSignedOnUpdate ? { updated_by: payload.user.id } : {}
    try {
      if (one.is === 'changed') {
        await effects.mutate(table.update(), { id: one.target.id, values: { ...one.columns, ...author } })
        done.push(() => effects.mutate(table.update(), { id: one.target.id, values: { ...one.before, ...author } }))
      } else {
        const id = await effects.mutate(table.create(), { values: one.columns, personId: payload.user.id })
        done.push(() => removeRow(one.editing, id, effects))
      }
    } catch (error) {
      failed.push(`${one.title}: ${asSentence(error instanceof Error ? error.message : String(error))}`)
    }
  }
  if (done.length === 0) throw new CommandError(`Nothing was imported. ${failed.join(' ')}`)
  const undo = async () => {
    for (const revert of done.toReversed()) await revert()
    return { message: `Reverted the import of ${formatCount(done.length, 'resource')}.` }
  }
  const parts = [
    `Imported ${formatCount(done.length, 'resource')}.`,
    ...failed.map((why) => `Not imported: ${why}`),
    ...(skipped.length > 0 ? [`Skipped ${formatCount(skipped.length, 'document')}.`] : []),
  ]
  return { message: parts.join(' '), undo, ...(failed.length > 0 && { isFailure: true as const }) }
}

/** Copies resources as Kubernetes manifests, separated by `---`. */
export async function copyManifests(
  { resources: list }: { resources: readonly Target<ResourceKind>[] },
  effects: Effects
): Promise<Outcome> {
  const written = await Promise.all(list.map((one) => writeManifest(one, effects)))
  await effects.copy(written.map(({ text }) => text).join('---\n'))
  const copied = `Copied ${formatNames(list.map(({ label }) => label))} as ${formatCount(list.length, 'manifest')}.`
  return { message: [copied, ...written.flatMap(({ omitted }) => omitted ?? [])].join(' ') }
}

async function writeManifest(one: Target<ResourceKind>, effects: Effects): Promise<{ text: string; omitted?: string }> {
  const { details, editing } = await loadEditing(one.kind)
  const { manifest } = editing
  if (!manifest) throw new CommandError(`A ${kindNoun(one.kind)} has no manifest.`)
  const row = await readRow(one, { details, editing }, effects)
  if (!row) throw new CommandError(`${one.label} no longer exists: another user deleted it.`)
  const { apiVersion, kind } = manifest
  const write = (metadata: RowValues, spec: RowValues) => `${writeYaml({ apiVersion, kind, metadata, spec })}\n`
  if (!manifest.load) {
    const { spec, ...metadata } = manifest.toManifest(editing.toValues(row), row)
    return { text: write(metadata, spec) }
  }
  const { default: form } = await loadModule(manifest.load)
  try {
    const { spec, omitted } = await form.toSpec(row)
    const { name, namespace } = row
    const hasNamespace = manifest.hasNamespace !== false && typeof namespace === 'string' && namespace !== ''
    return {
      text: write({ name, ...(hasNamespace && { namespace }) }, spec),
      ...(omitted !== undefined && { omitted }),
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new CommandError(`${one.label}: ${asSentence(error instanceof Error ? error.message : String(error))}`)
  }
}

/** The complete row, as the import compares it. */
async function readRow(
  { id }: Target<ResourceKind>,
  { details, editing }: Editor,
  effects: Effects
): Promise<RowValues | undefined> {
  const one = editing.page?.one ?? editing.one
  if (one) return ((await effects.fetch({ ...one(id), staleTime: 0 })) ?? undefined) as RowValues | undefined
  if (details.rows.paging !== 'none') return undefined
  const rows = await effects.fetch({ ...details.rows.query(), staleTime: 0 })
  return rows.find((row) => details.identify(row).id === id) as RowValues | undefined
}
