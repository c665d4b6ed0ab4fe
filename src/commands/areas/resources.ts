import { z } from 'zod/mini'
import { accessNeeded } from '../../lib/access-needed'
import { isDisabled } from '../../lib/flags'
import { capital, formatCount, formatNames } from '../../lib/format'
import { pathOfRow, type ResourceKind, type ResourcePage, resourcePages } from '../../lib/resource-pages'
import { nounOf } from '../../lib/kinds'
import { resourceOf, resources } from '../../resources/registry'
import type { Resource } from '../../resources/resource'
import { command, type Offer, type Slot, type Target } from '../command'
import { type Context, mayUse, offerToWrite } from '../context'
import { lazyRuns } from '../lazy-runs'
import { jsonField, oneTarget, targets } from '../slots'

const group = 'Settings'
const runs = lazyRuns(() => import('./resources.runs'))

const editable = resources.filter((one) => one.editable)
const editableKinds = editable.map(({ kind }) => kind)
const withPages = resources.map(({ kind }) => kind).filter((kind) => (resourcePages[kind] as ResourcePage).hasItems)

/** Opens the page of a kind of resource. */
const goTo = (resource: Resource) =>
  command({
    ...resource.go,
    group: 'Go',
    feature: resource.feature,
    available: (context) => toSee(context, resource),
    effect: 'view',
    run: (_args, { navigate }) => navigate(resourcePages[resource.kind].path),
  })

/** The values of the form; empty if a document contains them. */
const values = jsonField('Values', z.record(z.string(), z.unknown()))
/**
 * The values from a page with a document. The document may contain secrets, so it is in no address and is not stored.
 */
const document = jsonField('Document', z.record(z.string(), z.unknown()), {
  isOptional: true,
  isPrivate: true,
  isMissing: (sofar) => Object.keys(sofar['values'] ?? {}).length === 0,
})

/** The kind of the new resource: that of the page, or else prompted for. */
const type: Slot<ResourceKind> = {
  label: 'Type',
  schema: z.enum(editableKinds as [ResourceKind, ...ResourceKind[]]),
  write: (kind) => kind,
  answer: ({ path }) => editableKinds.find((kind) => path.split('?')[0] === resourcePages[kind].path),
  options: {
    from: 'list',
    list: (context) =>
      editable.flatMap((one) => {
        const offer = toChange(context, one)
        if (offer === false) return []
        const option = { value: one.kind, label: capital(nounOf(one.kind)) }
        return [offer === true ? option : { ...option, refusal: offer }]
      }),
  },
}

export const resourceCommands = [
  ...resources.map(goTo),
  command({
    id: 'resource.open',
    title: 'Open resource',
    group,
    keywords: `go to show ${withPages.map(nounOf).join(' ')}`,
    slots: { resource: { ...oneTarget(...withPages), label: 'Resource' } },
    available: (context, { resource: list }) => toRead(context, list?.[0]?.kind),
    effect: 'view',
    preview: ({ resource: [one] }) => `Opens ${one?.label}.`,
    run({ resource: [one] }, { navigate }) {
      const path = one && pathOfRow(one.kind, one.id)
      if (path !== undefined) navigate(path)
    },
  }),
  command({
    id: 'resource.create',
    title: ({ type: kind }) => (kind === undefined ? 'Add a resource' : `Add ${nounOf(kind)}`),
    group,
    // The kinds that can be added are separate palette rows, each found by its own name.
    keywords: 'new create settings',
    slots: { type, values, document },
    available: (context, { type: kind }) => toChangeKind(context, kind),
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ type: kind }) => `Adds ${nounOf(kind)}.`,
    run: runs((module) => module.create),
  }),
  command({
    id: 'resource.edit',
    title: 'Edit resource',
    group,
    keywords: 'change settings spec',
    slots: { resource: { ...oneTarget(...editableKinds), label: 'Resource' }, values, document },
    available: (context, { resource: list }) => toChangeKind(context, list?.[0]?.kind),
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ resource: [one] }) => `Changes ${one?.label}.`,
    run: runs((module) => module.edit),
  }),
  command({
    id: 'resource.delete',
    title: 'Delete resource',
    group,
    keywords: 'remove settings',
    slots: { resources: { ...targets(...editableKinds), label: 'Resources' } },
    available: (context, { resources: list }) => toChangeKind(context, list?.[0]?.kind),
    effect: 'change',
    confirm: 'always',
    undo: 'inverse',
    preview: ({ resources: list }) =>
      `Deletes ${formatNames(list.map(({ label }) => label))}. Are you sure you want to delete ${
        list.length === 1 ? 'this resource' : 'these resources'
      }?`,
    verb: ({ resources: list }) => `Delete ${countOf(list)}`,
    run: runs((module) => module.remove),
  }),
]

/** `2 log backends`, or `3 resources` for mixed kinds. */
export function countOf(list: readonly Target[]): string {
  const [one] = list
  const isOneKind = one !== undefined && list.every(({ kind }) => kind === one.kind)
  return formatCount(list.length, isOneKind ? nounOf(one.kind) : 'resource')
}

function toSee(context: Context, { access: { areas, action }, unavailable }: Resource): Offer {
  if (context.isReadOnly) return false
  const missing = areas.find((area) => !mayUse(context, area, action))
  return missing ? accessNeeded(missing, action) : (unavailable?.(context.deployment) ?? true)
}

/** Whether the user may open resources of this kind. Without a kind: of any kind. */
function toRead(context: Context, kind: ResourceKind | undefined): Offer {
  const offers = resources
    .filter((one) => (kind === undefined ? withPages.includes(one.kind) : one.kind === kind))
    .filter((one) => !isDisabled(context.flags, one.feature))
    .map((one) => toSee(context, one))
  return offers.find((one) => one === true) ?? offers[0] ?? false
}

const toChangeKind = (context: Context, kind: string | undefined): Offer => {
  const resource = kind === undefined ? undefined : resourceOf(kind)
  if (resource) return toChange(context, resource)
  const offers = editable.map((one) => toChange(context, one))
  return offers.find((one) => one === true) ?? offers.find((one) => one !== false) ?? false
}

function toChange(context: Context, { access, feature, unavailable }: Resource): Offer {
  if (isDisabled(context.flags, feature) || unavailable?.(context.deployment)) return false
  return offerToWrite(context, access.areas[0])
}
