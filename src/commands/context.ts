import type { ConsoleConfig } from '../api/config'
import { type Area, may, type Role } from '../lib/access'
import type { Flags } from '../lib/flags'
import type { Rule } from '../lib/policy'
import type { Known, NameOf, Option, Target } from './command'
import type { Place } from './place'

/** What is true whatever has focus. */
export type Environment = {
  path: string
  /** Undefined until they are known. */
  roles: readonly Role[] | undefined
  /** What the backend says that these roles and this person may do; where it says nothing the roles decide. */
  permissions?: readonly Rule[] | undefined
  /** Features that are turned off; undefined until they are known. */
  flags?: Flags | undefined
  /** What stands behind the console and who signs people in; undefined until it is known. */
  deployment?: Pick<ConsoleConfig, 'backend' | 'signIn' | 'only'> | undefined
  online: boolean
  /** A public page: whatever would change something for others does not exist. */
  isReadOnly?: boolean
  nameOf: NameOf
}

/** What is true when a command is asked for. */
export type Context = Environment & {
  /** Where it was asked for, innermost first. */
  places: readonly Place[]
  /** Nearest first: the row under the cursor, the open detail around it, … */
  targets: readonly Target[]
  /** Ticked rows of the nearest list. */
  selection: readonly Target[]
  /** How the mounted view does a command that has no `run`. */
  handler(id: string): Handler | undefined
  /** What the places around offer to choose from: the columns of the nearest list, … */
  choices(name: string): readonly Choice[]
  /** Tells the nearest list that something was done to its ticked rows: those that failed stay ticked. */
  settle(failed: readonly Target[]): void
}

/** Whether an area may be read here; a public page asks nobody who they are. */
export const mayLookAt = (here: Environment, area: Area): boolean => here.isReadOnly === true || may(here, area, 'read')

/** Whether an area may be read or changed here. */
export const mayUse = (here: Environment, area: Area, action: 'read' | 'write'): boolean =>
  action === 'read' ? mayLookAt(here, area) : may(here, area, 'write')

/** `count` is what was typed before the key, 1 if nothing. */
export type Handler = (count: number, args: Known) => void

export type Choice = Omit<Option<string>, 'refusal'>

/** The context of somebody standing in these places, innermost first. */
export function contextIn(places: readonly Place[], environment: Environment): Context {
  return {
    ...environment,
    places,
    targets: places.flatMap(({ target }) => target ?? []),
    selection: places.find(({ scope }) => scope === 'list')?.selection ?? [],
    handler: (id) => places.find(({ handlers }) => handlers?.[id])?.handlers?.[id],
    choices: (name) => places.find(({ choices }) => choices?.[name])?.choices?.[name] ?? [],
    settle: (failed) => places.find(({ scope }) => scope === 'list')?.settle?.(failed),
  }
}
