import { z } from 'zod/mini'
import { isDisabled } from '@/shared/access/flags'
import { capital, formatCount, formatNames, plural } from '@/shared/format'
import { resourcePages, resourceRowPath, findResourceByKind, resources } from '@/shared/routing/registry'
import type { ResourceKind, Resource } from '@/shared/routing/resource'
import { kindNoun } from '@/lib/kinds'
import { defineCommand, type Availability, type Slot, type Target } from '../command'
import { type CommandContext, writeAvailability } from '../context'
import { pageAvailability } from '../go'
import { lazyFunctions } from '../lazy-functions'
import { jsonField, targetSlot, targetsSlot, textField } from '../slots'
import { defineCommands } from '../registry'

const group = 'Settings'
const runs = lazyFunctions(() => import('./resources.runs'))
const manifestRuns = lazyFunctions(() => import('./manifests.runs'))

const editable = resources.filter((one) => one.editable)
const editableKinds = editable.map(({ kind }) => kind)
const withManifests = editable.filter(({ hasManifest }) => hasManifest)
const withPages = resources.map(({ kind }) => kind).filter((kind) => resourcePages[kind].hasItems)

/** The values of the form; empty if a document contains them. */
const valuesSlot = jsonField('Values', z.record(z.string(), z.unknown()))
/**
 * The values from a page with a document. The document may contain secrets, so it is in no address and is not stored.
 */
const documentSlot = jsonField('Document', z.record(z.string(), z.unknown()), {
  isOptional: true,
  isPrivate: true,
  isMissing: (sofar) => Object.keys(sofar['values'] ?? {}).length === 0,
})

/** Manifests may contain secrets, so they are in no address and are not stored. */
const manifestsSlot = textField('Manifests', z.string().check(z.minLength(1)), { isPrivate: true })

/** The kind of the new resource: that of the page, or else prompted for. */
const typeSlot: Slot<ResourceKind> = {
  label: 'Type',
  schema: z.enum(editableKinds as [ResourceKind, ...ResourceKind[]]),
  write: (kind) => kind,
  answer: ({ path }) => editableKinds.find((kind) => path.split('?')[0] === resourcePages[kind].path),
  options: {
    from: 'list',
    list: (context) =>
      editable.flatMap((one) => {
        const offer = resourceAvailability(context, one)
        if (offer === false) return []
        const option = { value: one.kind, label: capital(kindNoun(one.kind)) }
        return [offer === true ? option : { ...option, refusal: offer }]
      }),
  },
}

export const resourceCommands = defineCommands([
  defineCommand({
    id: 'resource.open',
    title: 'Open resource',
    group,
    keywords: `go to show ${withPages.map(kindNoun).join(' ')}`,
    slots: { resource: { ...targetSlot(...withPages), label: 'Resource' } },
    available: (context, { resource: list }) => openAvailability(context, list?.[0]?.kind),
    effect: 'view',
    preview: ({ resource: [one] }) => `Opens ${one?.label}.`,
    run({ resource: [one] }, { navigate }) {
      const path = one && resourceRowPath(one.kind, one.id)
      if (path !== undefined) navigate(path)
    },
  }),
  defineCommand({
    id: 'resource.create',
    title: ({ type: kind }) => (kind === undefined ? 'Add a resource' : `Add ${kindNoun(kind)}`),
    group,
    // The kinds that can be added are separate palette rows, each found by its own name.
    keywords: 'new create settings',
    slots: { type: typeSlot, values: valuesSlot, document: documentSlot },
    available: (context, { type: kind }) => kindAvailability(context, kind),
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ type: kind }) => `Adds ${kindNoun(kind)}.`,
    run: runs((module) => module.createResource),
  }),
  defineCommand({
    id: 'resource.edit',
    title: 'Edit resource',
    group,
    keywords: 'change settings spec',
    slots: {
      resource: { ...targetSlot(...editableKinds), label: 'Resource' },
      values: valuesSlot,
      document: documentSlot,
    },
    available: (context, { resource: list }) => kindAvailability(context, list?.[0]?.kind),
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ resource: [one] }) => `Changes ${one?.label}.`,
    run: runs((module) => module.editResource),
  }),
  defineCommand({
    id: 'resource.delete',
    title: 'Delete resource',
    group,
    keywords: 'remove settings',
    slots: { resources: { ...targetsSlot(...editableKinds), label: 'Resources' } },
    available: (context, { resources: list }) => kindAvailability(context, list?.[0]?.kind),
    effect: 'change',
    confirm: 'always',
    undo: 'inverse',
    confirmTitle: ({ resources: list }) => {
      const noun = deletedNoun(list)
      return noun === undefined ? 'Delete resource' : `Delete ${capital(list.length === 1 ? noun : plural(noun))}`
    },
    preview({ resources: list }) {
      const noun = deletedNoun(list)
      const those =
        noun === undefined
          ? list.length === 1
            ? 'this resource'
            : 'these resources'
          : `the ${list.length === 1 ? noun : plural(noun)}`
      const [one] = list
      const what =
        list.length === 1 && one
          ? `the ${kindNoun(one.kind)} ${one.label}`
          : formatNames(list.map(({ label }) => label))
      return `Deletes ${what}. Are you sure you want to delete ${those}?`
    },
    consequences: runs((module) => module.listConsequences),
    refusal: runs((module) => module.refuseDeletion),
    verb: ({ resources: list }) => (list.length === 1 ? 'Delete' : `Delete ${countResources(list)}`),
    run: runs((module) => module.removeResources),
  }),
  defineCommand({
    id: 'resource.import',
    title: 'Import manifests',
    group,
    keywords: 'paste yaml kubernetes kubectl apply upload create canary scraper topology playbook rule',
    slots: { text: manifestsSlot },
    available: (context) => anyAvailability(context, withManifests),
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: () => 'Creates the resources of Kubernetes manifests, or changes the existing ones.',
    run: manifestRuns((module) => module.importManifests),
  }),
  defineCommand({
    id: 'resource.copyManifest',
    title: 'Copy as manifest',
    group,
    keywords: 'export yaml kubernetes kubectl yank clipboard',
    slots: { resources: { ...targetsSlot(...withManifests.map(({ kind }) => kind)), label: 'Resources' } },
    available: (context, { resources: list }) => openAvailability(context, list?.[0]?.kind),
    effect: 'view',
    run: manifestRuns((module) => module.copyManifests),
  }),
])

/** The noun in the confirmation, if all targets are of one kind that is named in it. */
function deletedNoun(list: readonly Target[]): string | undefined {
  const [one] = list
  const isNamed = one && list.every(({ kind }) => kind === one.kind) && findResourceByKind(one.kind)?.deletesByNoun
  return isNamed ? kindNoun(one.kind) : undefined
}

/** `2 log backends`, or `3 resources` for mixed kinds. */
function countResources(list: readonly Target[]): string {
  const [one] = list
  const isOneKind = one !== undefined && list.every(({ kind }) => kind === one.kind)
  return formatCount(list.length, isOneKind ? kindNoun(one.kind) : 'resource')
}

/** Whether the user may open resources of this kind. Without a kind: of any kind. */
function openAvailability(context: CommandContext, kind: ResourceKind | undefined): Availability {
  const offers = resources
    .filter((one) => (kind === undefined ? withPages.includes(one.kind) : one.kind === kind))
    .filter((one) => !isDisabled(context.flags, one.access.feature))
    .map((one) => pageAvailability(context, one.list))
  return offers.find((one) => one === true) ?? offers[0] ?? false
}

const kindAvailability = (context: CommandContext, kind: string | undefined): Availability => {
  const resource = kind === undefined ? undefined : findResourceByKind(kind)
  if (resource) return resourceAvailability(context, resource)
  return anyAvailability(context, editable)
}

/** Whether the user may change any of these resources; otherwise why not. */
function anyAvailability(context: CommandContext, list: readonly Resource[]): Availability {
  const offers = list.map((one) => resourceAvailability(context, one))
  return offers.find((one) => one === true) ?? offers.find((one) => one !== false) ?? false
}

function resourceAvailability(context: CommandContext, { access, unavailable }: Resource): Availability {
  if (isDisabled(context.flags, access.feature) || unavailable?.(context.deployment)) return false
  return writeAvailability(context, access.areas[0])
}
