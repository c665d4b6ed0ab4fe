import { z } from 'zod/mini'
import { describeMissingRight } from '@/lib/access/access-needed'
import { isAllowed } from '@/shared/access/access'
import { roleAllows } from '@/shared/access/role-table'
import { capital } from '@/shared/format'
import { savedViewLimits } from '@/shared/saved-views'
import { type Availability, defineCommand, type Slot } from '../command'
import type { CommandContext } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { textSlot } from '../slots'
import { defineCommands } from '../registry'

const group = 'Views'
const runs = lazyFunctions(() => import('./views.runs'))

/** Only the embedded backend stores views, and a deployment with only the health pages serves no other data. */
function viewAvailability({ isReadOnly, deployment, online }: CommandContext): Availability {
  if (isReadOnly || deployment?.backend === 'gateway' || deployment?.only) return false
  return online || 'You are offline.'
}

const visibilities = ['me', 'everybody'] as const
type Visibility = (typeof visibilities)[number]

/** Shared views require the right to write what everybody sees, as on the server. */
const sharingRefusal = (context: CommandContext): string | undefined =>
  isAllowed(context, 'database', 'write')
    ? undefined
    : describeMissingRight(context, 'the right to share views', (role) => roleAllows(role, 'database', 'write'))

const visibilityAvailability = (context: CommandContext, { visibility }: { visibility?: Visibility }): Availability => {
  const offer = viewAvailability(context)
  return offer === true && visibility === 'everybody' ? (sharingRefusal(context) ?? true) : offer
}

const viewSlot = (which: 'all' | 'changeable'): Slot<string> => ({
  label: 'View',
  schema: z.guid(),
  write: (id) => id,
  options: {
    from: 'server',
    isFew: true,
    find: runs((module) => (which === 'all' ? module.findViews : module.findChangeableViews)),
  },
})

const name = textSlot(
  'Name',
  'A name for this page and its filters',
  z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(savedViewLimits.name))
)
const visibility: Slot<Visibility> = {
  label: 'Visible to',
  schema: z.enum(visibilities),
  write: (value) => value,
  options: {
    from: 'list',
    list: (context) =>
      visibilities.map((value) => {
        const refusal = value === 'everybody' ? sharingRefusal(context) : undefined
        return { value, label: capital(value), ...(refusal === undefined ? {} : { refusal }) }
      }),
  },
}

export const viewCommands = defineCommands([
  defineCommand({
    id: 'view.open',
    title: 'Open saved view',
    group,
    keywords: 'saved list filters bookmark favourite',
    slots: { view: viewSlot('all') },
    available: viewAvailability,
    effect: 'view',
    run: runs((module) => module.openView),
  }),
  defineCommand({
    id: 'view.save',
    title: 'Save view',
    group,
    keywords: 'list filters bookmark favourite name keep share',
    slots: { name, visibility },
    available: visibilityAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: ({ name: given, visibility: who }) =>
      `Saves this page, with its filters and order, as “${given}”, visible to ${who === 'everybody' ? 'everybody' : 'you'}.`,
    run: runs((module) => module.saveView),
  }),
  defineCommand({
    id: 'view.update',
    title: 'Update saved view',
    group,
    keywords: 'replace filters overwrite list',
    slots: { view: viewSlot('changeable') },
    available: viewAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Makes the view open this page, with its filters and order.',
    run: runs((module) => module.updateView),
  }),
  defineCommand({
    id: 'view.rename',
    title: 'Rename saved view',
    group,
    keywords: 'name title',
    slots: { view: viewSlot('changeable'), name },
    available: viewAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: ({ name: given }) => `Renames the view to “${given}”.`,
    run: runs((module) => module.renameView),
  }),
  defineCommand({
    id: 'view.share',
    title: 'Change who sees a saved view',
    group,
    keywords: 'share private public everybody visibility',
    slots: { view: viewSlot('changeable'), visibility },
    available: visibilityAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: ({ visibility: who }) =>
      who === 'everybody' ? 'Shows the view to everybody.' : 'Shows the view only to you.',
    run: runs((module) => module.shareView),
  }),
  defineCommand({
    id: 'view.delete',
    title: 'Delete saved view',
    group,
    keywords: 'remove',
    slots: { view: viewSlot('changeable') },
    available: viewAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Deletes the view. The page that it opens does not change.',
    run: runs((module) => module.deleteView),
  }),
])
