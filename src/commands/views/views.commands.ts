import { z } from 'zod/mini'
import { describeMissingRight } from '@/lib/access/access-needed'
import { isAllowed } from '@/shared/access/access'
import { roleAllows } from '@/shared/access/role-table'
import { hasSavedViews } from '@/lib/saved-views'
import { savedViewLimits } from '@/shared/saved-views'
import { type Availability, defineCommand, type Slot } from '../command'
import type { CommandContext } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { textSlot } from '../slots'
import { defineCommands } from '../registry'

const group = 'Views'
const runs = lazyFunctions(() => import('./views.runs'))

function viewAvailability(context: CommandContext): Availability {
  if (context.isReadOnly || !hasSavedViews(context)) return false
  return context.online || 'You are offline.'
}

const reading = { group, available: viewAvailability, effect: 'view' } as const
const changing = { ...reading, effect: 'change', undo: 'inverse' } as const

const visibilities = { me: 'Only me', all: 'All users' } as const
type Visibility = keyof typeof visibilities

/** Sharing a view requires the right to change what all users see, as on the server. */
const sharingRefusal = (context: CommandContext): string | undefined =>
  isAllowed(context, 'database', 'write')
    ? undefined
    : describeMissingRight(context, 'the right to share views', (role) => roleAllows(role, 'database', 'write'))

const visibilityAvailability = (context: CommandContext, { visibility }: { visibility?: Visibility }): Availability => {
  const offer = viewAvailability(context)
  return offer === true && visibility === 'all' ? (sharingRefusal(context) ?? true) : offer
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
  schema: z.enum(['me', 'all']),
  write: (value) => value,
  options: {
    from: 'list',
    list: (context) =>
      (['me', 'all'] as const).map((value) => {
        const refusal = value === 'all' ? sharingRefusal(context) : undefined
        return { value, label: visibilities[value], ...(refusal === undefined ? {} : { refusal }) }
      }),
  },
}

export const viewCommands = defineCommands([
  defineCommand({
    ...reading,
    id: 'view.open',
    title: 'Open saved view',
    keywords: 'saved list filters bookmark favourite',
    slots: { view: viewSlot('all') },
    run: runs((module) => module.openView),
  }),
  defineCommand({
    ...changing,
    id: 'view.save',
    title: 'Save view',
    keywords: 'list filters bookmark favourite name keep share',
    slots: { name, visibility },
    available: visibilityAvailability,
    preview: ({ name: given, visibility: who }) =>
      `Saves this page, with its filters and order, as “${given}”, visible to ${who === 'all' ? 'all users' : 'you only'}.`,
    run: runs((module) => module.saveView),
  }),
  defineCommand({
    ...changing,
    id: 'view.update',
    title: 'Update saved view',
    keywords: 'replace filters overwrite list',
    slots: { view: viewSlot('changeable') },
    preview: () => 'Makes the view open this page, with its filters and order.',
    run: runs((module) => module.updateView),
  }),
  defineCommand({
    ...changing,
    id: 'view.rename',
    title: 'Rename saved view',
    keywords: 'name title',
    slots: { view: viewSlot('changeable'), name },
    preview: ({ name: given }) => `Renames the view to “${given}”.`,
    run: runs((module) => module.renameView),
  }),
  defineCommand({
    ...changing,
    id: 'view.share',
    title: 'Change who sees a saved view',
    keywords: 'share private public everyone visibility',
    slots: { view: viewSlot('changeable'), visibility },
    available: visibilityAvailability,
    preview: ({ visibility: who }) => (who === 'all' ? 'Shows the view to all users.' : 'Shows the view only to you.'),
    run: runs((module) => module.shareView),
  }),
  defineCommand({
    ...changing,
    id: 'view.delete',
    title: 'Delete saved view',
    keywords: 'remove',
    slots: { view: viewSlot('changeable') },
    preview: () => 'Deletes the view. The page that it opens does not change.',
    run: runs((module) => module.deleteView),
  }),
])
