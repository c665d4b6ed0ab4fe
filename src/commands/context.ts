import type { ConsoleConfig } from '../api/config'
import { type Area, findMissingAccess, isAllowed, type Role } from '../shared/access/access'
import { describeDenial, describeMissingAccess } from '../lib/access/access-needed'
import type { Flags } from '../shared/access/flags'
import type { AccessRule } from '../shared/access/policy'
import type { PageAccess } from '../shared/routing/page'
import type { KnownArgs, ResolveName, Availability, SlotOption, Target } from './command'
import type { PlaceData } from './place'

/** The state that does not depend on focus. */
export type CommandEnvironment = {
  path: string
  /** Undefined until loaded. */
  roles: readonly Role[] | undefined
  /** The backend's rules for this user and these roles. Without rules, the roles decide. */
  permissions?: readonly AccessRule[] | undefined
  /** Disabled features; undefined until loaded. */
  flags?: Flags | undefined
  /** The backend and the sign-in method; undefined until loaded. */
  deployment?: Pick<ConsoleConfig, 'backend' | 'signIn' | 'only' | 'noChecks'> | undefined
  online: boolean
  /** A public page, on which commands that change shared data do not exist. */
  isReadOnly?: boolean
  nameOf: ResolveName
}

/** The state from which the availability and arguments of a command are resolved. */
export type CommandContext = CommandEnvironment & {
  /** The places around the caller, innermost first. */
  places: readonly PlaceData[]
  /** Nearest first: the row under the cursor, then the detail that contains it, and so on. */
  targets: readonly Target[]
  /** The selected rows of the nearest list. */
  selection: readonly Target[]
  /** The handler for a command without a `run`, from the nearest place that has one. */
  handler(id: string): CommandHandler | undefined
  /** The choices of the nearest place that offers this name, such as the columns of a list. */
  choices(name: string): readonly PlaceChoice[]
  /** Notifies the nearest list that a command ran on its selected rows. Failed rows stay selected. */
  settle(failed: readonly Target[]): void
}

/** Whether an area may be read here. On a public page no user is signed in, and all its areas are readable. */
export const mayRead = (here: CommandEnvironment, area: Area): boolean =>
  here.isReadOnly === true || isAllowed(here, area, 'read')

/** Whether an area may be read or changed here. */
export const mayAccess = (here: CommandEnvironment, area: Area, action: 'read' | 'write'): boolean =>
  action === 'read' ? mayRead(here, area) : isAllowed(here, area, 'write')

/** Whether the content of an area may be read here, or why not. */
export const readAvailability = (here: CommandEnvironment, area: Area): Availability =>
  mayRead(here, area) || describeMissingAccess(here, area, 'read')

/** Why a page cannot be opened here; undefined if it can be opened. */
export function missingPageAccess(
  here: CommandEnvironment,
  access: Omit<PageAccess, 'feature' | 'areas'> & { areas: readonly Area[] }
): string | undefined {
  const { action } = access
  const missing = here.isReadOnly && action === 'read' ? undefined : findMissingAccess(here, access)
  if (!missing) return undefined
  return 'area' in missing ? describeMissingAccess(here, missing.area, action) : describeDenial(action, missing.object)
}

/** Whether the catalog may be read here, or why not. Public pages have no catalog. */
export const catalogAvailability = (here: CommandEnvironment): Availability =>
  !here.isReadOnly && readAvailability(here, 'database')

/** Whether the content of an area may be changed here, or why not: it needs the permission and the network. */
export function writeAvailability(here: CommandEnvironment, area: Area): Availability {
  if (here.isReadOnly) return false
  if (!isAllowed(here, area, 'write')) return describeMissingAccess(here, area, 'write')
  return here.online || 'You are offline.'
}

/** `count` is the number typed before the key, or 1. */
export type CommandHandler = (count: number, args: KnownArgs) => void

export type PlaceChoice = Omit<SlotOption<string>, 'refusal'>

/** Builds the context of these places, given innermost first. */
export function buildContext(places: readonly PlaceData[], environment: CommandEnvironment): CommandContext {
  return {
    ...environment,
    places,
    targets: places.flatMap(({ target }) => (target ? [target, ...(target.about ? [target.about] : [])] : [])),
    selection: places.find(({ scope }) => scope === 'list')?.selection ?? [],
    handler: (id) => places.find(({ handlers }) => handlers?.[id])?.handlers?.[id],
    choices: (name) => places.find(({ choices }) => choices?.[name])?.choices?.[name] ?? [],
    settle: (failed) => places.find(({ scope }) => scope === 'list')?.settle?.(failed),
  }
}
