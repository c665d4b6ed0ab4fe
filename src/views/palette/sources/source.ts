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

/** Where and how somebody stands, as when the palette opened, and everything that can be done. */
export type Here = {
  commands: readonly Command[]
  find: Find
  context: Context
  path: readonly Step[]
  keys: readonly LiveKey[]
  modes: readonly Source[]
}

/** Somewhere rows come from. An area of the console adds one file of these beside this one. */
export type Source = {
  /** Also the order of sources: `checks`. */
  id: string
  /** Its heading: 'Checks'. */
  section: string
  /** What it is called in a sentence: 'Could not search the catalog'. */
  name: string
  /** Typed first, they narrow the search to it; plain characters on every layout, none a dead key. */
  characters: readonly string[]
  /** The same in words, followed by Tab. */
  words: readonly string[]
  /** What the placeholder says once narrowed: 'Search checks'. */
  prompt: string
  /** Its rows are things of this kind: they answer steps that ask for one. */
  of?: Kind
  /** It is not searched where this is turned off. */
  feature?: Feature
  /** Nor by whoever may not read this. */
  area?: Area
  /** It has nothing that is not found elsewhere, so it is only searched by itself. */
  isOnlyMode?: true
  /** Rows that are at hand. */
  list?(here: Here): readonly Item[]
  /** Rows that are loaded once, through the same query as the views use, and indexed. */
  index?: Indexed
  /** The same, where the code for it is loaded when it is first searched. */
  loadIndex?(): Promise<Indexed>
  /** Rows that are searched for over the network. */
  remote?: Remote
}

export type Remote = {
  find(text: string, signal: AbortSignal): Promise<readonly Item[]>
}

/** What a query gave, opaque to whoever only hands it on. */
type Loaded = readonly object[]

export type Indexed = {
  query(): UseQueryOptions<unknown, ApiError, Loaded>
  items(loaded: Loaded): Iterable<Item>
}

/** Keeps a query and what is made of its answer together. */
export const indexed = <A, T extends object, K extends QueryKey>(
  query: () => UseQueryOptions<A, ApiError, readonly T[], K>,
  item: (thing: T) => Item
): Indexed => ({
  query: query as unknown as Indexed['query'],
  *items(loaded) {
    for (const thing of loaded as readonly T[]) yield item(thing)
  },
})
