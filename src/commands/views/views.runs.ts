import { type ListedView, type SavedView, savedViews } from '@/api/account/saved-views'
import { describeVisibility } from '@/lib/saved-views'
import { savedViewLimits } from '@/shared/saved-views'
import { type CachedFetch, CommandError, type Effects, type KnownArgs, type Outcome, type SlotOption } from '../command'

type Visibility = 'me' | 'all'
type ViewArgs = { view: string }

const toOption = (view: ListedView): SlotOption<string> => ({
  value: view.id,
  label: view.name,
  hint: describeVisibility(view),
  keywords: view.address,
})

export async function findViews(
  _text: string,
  _signal: AbortSignal,
  _sofar: KnownArgs,
  ask: CachedFetch
): Promise<readonly SlotOption<string>[]> {
  return (await ask(savedViews.list())).views.map(toOption)
}

/** All views. Those of others that the user may not change have the reason. */
export async function findChangeableViews(
  _text: string,
  _signal: AbortSignal,
  _sofar: KnownArgs,
  ask: CachedFetch
): Promise<readonly SlotOption<string>[]> {
  const { views, mayShare } = await ask(savedViews.list())
  return views.map((one) => ({
    ...toOption(one),
    ...(!one.own &&
      !mayShare && {
        refusal: `Only ${one.author ?? 'the author'} and those who may share views can change this view.`,
      }),
  }))
}

async function requireView(id: string, effects: Effects): Promise<ListedView> {
  const { views } = await effects.fetch(savedViews.list())
  const found = views.find((one) => one.id === id)
  if (!found) throw new CommandError('This saved view no longer exists.')
  return found
}

const toStored = ({ id, name, address, shared }: SavedView): SavedView => ({ id, name, address, shared })

/**
 * The address of the page.
 * @throws {CommandError} if it is too long to be saved
 */
function readAddress(effects: Effects): string {
  const [path = '', search = ''] = effects.here().split('?')
  // A link to this command has the call in its address. Other parts stay as they are written.
  const kept = search.split('&').filter((part) => part !== '' && !part.startsWith('do='))
  const address = kept.length === 0 ? path : `${path}?${kept.join('&')}`
  if (address.length > savedViewLimits.address)
    throw new CommandError(
      `The address of this page is longer than ${savedViewLimits.address} characters. Use fewer filters.`
    )
  return address
}

export async function openView({ view }: ViewArgs, effects: Effects): Promise<Outcome> {
  const { name, address } = await requireView(view, effects)
  effects.navigate(address)
  return { message: `Opened the view “${name}”.` }
}

export async function saveView(
  { name, visibility }: { name: string; visibility: Visibility },
  effects: Effects
): Promise<Outcome> {
  const shared = visibility === 'all'
  const view = { id: crypto.randomUUID(), name, address: readAddress(effects), shared }
  await effects.mutate(savedViews.store(), view)
  return {
    message: `Saved the view “${name}”${shared ? ' for all users' : ''}.`,
    undo: async () => {
      await effects.mutate(savedViews.remove(), view)
      return { message: `Deleted the view “${name}”.` }
    },
  }
}

/** Stores a changed view, with an undo that stores the previous one. */
async function changeView(
  before: ListedView,
  changed: Partial<SavedView>,
  message: string,
  effects: Effects
): Promise<Outcome> {
  const restore = toStored(before)
  const after = { ...restore, ...changed }
  if (after.name === restore.name && after.address === restore.address && after.shared === restore.shared)
    return { message: `The view “${before.name}” is unchanged.` }
  await effects.mutate(savedViews.store(), after)
  return {
    message,
    undo: async () => {
      await effects.mutate(savedViews.store(), restore)
      return { message: `Restored the view “${before.name}”.` }
    },
  }
}

export async function updateView({ view }: ViewArgs, effects: Effects): Promise<Outcome> {
  const before = await requireView(view, effects)
  return changeView(before, { address: readAddress(effects) }, `Updated the view “${before.name}”.`, effects)
}

export async function renameView({ view, name }: ViewArgs & { name: string }, effects: Effects): Promise<Outcome> {
  const before = await requireView(view, effects)
  return changeView(before, { name }, `Renamed “${before.name}” to “${name}”.`, effects)
}

export async function shareView(
  { view, visibility }: ViewArgs & { visibility: Visibility },
  effects: Effects
): Promise<Outcome> {
  const before = await requireView(view, effects)
  const shared = visibility === 'all'
  if (!shared && !before.own)
    throw new CommandError('Only the author of a view can make it private. Delete it to remove it for all users.')
  const message = `The view “${before.name}” is now ${shared ? 'visible to all users' : 'private'}.`
  return changeView(before, { shared }, message, effects)
}

export async function deleteView({ view }: ViewArgs, effects: Effects): Promise<Outcome> {
  const before = toStored(await requireView(view, effects))
  await effects.mutate(savedViews.remove(), before)
  return {
    message: `Deleted the view “${before.name}”.`,
    undo: async () => {
      await effects.mutate(savedViews.store(), before)
      return { message: `Restored the view “${before.name}”.` }
    },
  }
}
