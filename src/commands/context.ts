import type { ConsoleConfig } from '../api/config'
import { type Area, may, type Role } from '../lib/access'
import { accessNeeded } from '../lib/access-needed'
import type { Flags } from '../lib/flags'
import type { Rule } from '../lib/policy'
import type { Known, NameOf, Offer, Option, Target } from './command'
import type { Place } from './place'

/** What is true regardless of focus. */
export type Environment = {
  path: string
  /** Undefined until they are known. */
  roles: readonly Role[] | undefined
  /** The rules of the backend for these roles and this person; where there is none, the roles decide. */
  permissions?: readonly Rule[] | undefined
  /** Features that are turned off; undefined until they are known. */
  flags?: Flags | undefined
  /** The backend and how people sign in; undefined until known. */
  deployment?: Pick<ConsoleConfig, 'backend' | 'signIn' | 'only' | 'noChecks'> | undefined
  online: boolean
  /** A public page: commands that change something for others do not exist there. */
  isReadOnly?: boolean
  nameOf: NameOf
}

/** The state that a command is answered from. */
export type Context = Environment & {
  /** Where the command was called, innermost first. */
  places: readonly Place[]
  /** Nearest first: the row under the cursor, the open detail around it, … */
  targets: readonly Target[]
  /** Ticked rows of the nearest list. */
  selection: readonly Target[]
  /** The handler in the nearest place that has one, for a command without a `run`. */
  handler(id: string): Handler | undefined
  /** The choices that the nearest place offers under a name, such as the columns of a list. */
  choices(name: string): readonly Choice[]
  /** Tells the nearest list that a command was run on its ticked rows: those that failed stay ticked. */
  settle(failed: readonly Target[]): void
}

/** Whether an area may be read here. On a public page nobody is signed in, and everything it has may be read. */
export const mayLookAt = (here: Environment, area: Area): boolean => here.isReadOnly === true || may(here, area, 'read')

/** Whether an area may be read or changed here. */
export const mayUse = (here: Environment, area: Area, action: 'read' | 'write'): boolean =>
  action === 'read' ? mayLookAt(here, area) : may(here, area, 'write')

/** Whether what is in an area may be read here. */
export const offerToRead = (here: Environment, area: Area): Offer => mayLookAt(here, area) || accessNeeded(area, 'read')

/** Whether the catalog may be read; public pages have none. */
export const offerOfCatalog = (here: Environment): Offer => !here.isReadOnly && offerToRead(here, 'database')

/** Whether something in an area may be changed here: by whom, and not without the network. */
export function offerToWrite(here: Environment, area: Area): Offer {
  if (here.isReadOnly) return false
  if (!may(here, area, 'write')) return accessNeeded(area, 'write')
  return here.online || 'You are offline.'
}

/** `count` is the number that was typed before the key; 1 without one. */
export type Handler = (count: number, args: Known) => void

export type Choice = Omit<Option<string>, 'refusal'>

/** The context at these places, given innermost first. */
export function contextIn(places: readonly Place[], environment: Environment): Context {
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
