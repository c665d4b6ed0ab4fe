import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ApiError } from '../../../api/http'
import type { Command, Kind } from '../../../commands/command'
import type { Context } from '../../../commands/context'
import type { Step } from '../../../commands/place'
import type { Area } from '../../../lib/access'
import type { Feature } from '../../../lib/flags'
import type { LiveKey } from '../../../keymap/live'
import type { Item } from '../item'

export type Find = (id: string) => Command | undefined

/** The context when the palette opened, with all commands. */
export type Here = {
  commands: readonly Command[]
  find: Find
  context: Context
  path: readonly Step[]
  keys: readonly LiveKey[]
  modes: readonly Source[]
}

/** A source of rows. An area of the console adds its own in a file beside this one. */
export type Source = {
  /** Sources are sorted by it: `checks`. */
  id: string
  /** The heading of its rows: 'Checks'. */
  section: string
  /** Its name in a sentence: 'Could not search the catalog'. */
  name: string
  /** As the first character they limit the search to it. Every keyboard layout can type them, none as a dead key. */
  characters: readonly string[]
  /** Words that do the same, followed by Tab. */
  words: readonly string[]
  /** The placeholder while the search is limited to it: 'Search checks'. */
  prompt: string
  /** The kind of its rows, if they are things: they can answer steps that ask for one. */
  of?: Kind
  /** It is left out where this feature is off. */
  feature?: Feature
  /** It is left out without read access to this area. */
  area?: Area
  /** The command that its rows are calls of: it is left out where that cannot run. */
  runs?: string
  /** It is searched only by itself, because other sources have the same rows. */
  isOnlyMode?: true
  /** Rows that need no loading. */
  list?(here: Here): readonly Item[]
  /** Rows that are loaded once, by the same query as in the views, and indexed. */
  index?: Indexed
  /** The same, where the code for it is loaded when it is first searched. */
  loadIndex?(): Promise<Indexed>
  /** Rows that are searched on the server. */
  remote?: Remote
}

export type Remote = {
  /** It is searched by a single character, too, and in its own mode lists something before anything is typed. */
  isFew?: true
  find(text: string, signal: AbortSignal): Promise<readonly Item[]>
}

/** The result of a query; only the source itself knows its type. */
type Loaded = readonly object[]

export type Indexed = {
  query(): UseQueryOptions<unknown, ApiError, Loaded>
  items(loaded: Loaded): Iterable<Item>
}

/** Keeps a query together with the conversion of its result; what is no row is left out. */
export const indexed = <A, T extends object, K extends QueryKey>(
  query: () => UseQueryOptions<A, ApiError, readonly T[], K>,
  item: (thing: T) => Item | undefined
): Indexed => ({
  query: query as unknown as Indexed['query'],
  *items(loaded) {
    for (const thing of loaded as readonly T[]) {
      const made = item(thing)
      if (made) yield made
    }
  },
})
