import { catalog } from '@/api/catalog/catalog'
import { componentLinks, isManualLink, type LinkState, type ComponentConfigPair } from '@/api/topology/component-links'
import { ApiError } from '@/api/http'
import { configItemName } from '@/lib/catalog/config-name'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { CREATED_BY_TOPOLOGY } from './component-links.finds'

type LinkArgs = { config: readonly Target<'config'>[]; component: readonly Target<'component'>[] }
type ResolvedLink = { pair: ComponentConfigPair; item: string; component: string; before: LinkState }

/** Links a config item to a component. If they are already linked, nothing changes and the message states that. */
export async function linkComponent(given: LinkArgs, effects: Effects): Promise<Outcome | void> {
  const known = await resolveLink(given, effects)
  return known && createLink(known, effects)
}

/**
 * Removes a manual link.
 * @throws {CommandError} for a link that the topology created
 */
export async function unlinkComponent(given: LinkArgs, effects: Effects): Promise<Outcome | void> {
  const known = await resolveLink(given, effects)
  if (!known) return undefined
  const { pair, item, component, before } = known
  const none = { message: `${item} does not belong to the component ${component}.` }
  if (!before || before.deleted_at) return none
  if (!isManualLink(before)) throw new CommandError(CREATED_BY_TOPOLOGY)
  if (!(await effects.mutate(componentLinks.remove(), pair))) return none
  return {
    message: `Unlinked ${item} from the component ${component}.`,
    undo: () => createLink({ ...known, before: null }, effects),
  }
}

async function createLink({ pair, item, component, before }: ResolvedLink, effects: Effects): Promise<Outcome> {
  const already = { message: `${item} already belongs to the component ${component}.` }
  if (before && !before.deleted_at) return already
  try {
    await effects.mutate(before ? componentLinks.revive() : componentLinks.add(), pair)
  } catch (error) {
    // Another user created the link in the meantime.
    if (error instanceof ApiError && error.code === '23505') return already
    throw error
  }
  return {
    message: `Linked ${item} to the component ${component}.`,
    async undo() {
      await (before
        ? effects.mutate(componentLinks.endAgain(), { ...pair, before })
        : effects.mutate(componentLinks.remove(), pair))
      return { message: `${item} no longer belongs to the component ${component}.` }
    },
  }
}

/**
 * Resolves the names, which a written call does not contain, and the current link. @throws {CommandError} if one is
 * gone
 */
async function resolveLink(
  { config: [config], component: [one] }: LinkArgs,
  effects: Effects
): Promise<ResolvedLink | undefined> {
  if (!config || !one) return undefined
  const pair = { configId: config.id, componentId: one.id }
  const [[item], component, before] = await Promise.all([
    effects.fetch(catalog.names([config.id])),
    effects.fetch({ ...componentLinks.component(one.id), staleTime: 0 }),
    effects.fetch({ ...componentLinks.between(pair), staleTime: 0 }),
  ])
  if (!item) throw new CommandError('This config item no longer exists.')
  if (!component) throw new CommandError('This component no longer exists.')
  return { pair, item: configItemName(item), component: component.name, before }
}
