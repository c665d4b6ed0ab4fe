import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { ApiError } from '@/api/http'
import type { Command, Kind } from '@/commands/command'
import type { CommandContext } from '@/commands/context'
import type { PlaceStep } from '@/commands/place'
import type { Area } from '@/shared/access/access'
import type { Feature } from '@/shared/access/flags'
import type { LiveKey } from '@/keymap/live'
import type { Page } from '@/shared/routing/page'
import type { PaletteItem } from '../item'

export type FindCommand = (id: string) => Command | undefined

/** The context when the palette opened, with all commands. */
export type OpeningContext = {
  commands: readonly Command[]
  find: FindCommand
  context: CommandContext
  path: readonly PlaceStep[]
  keys: readonly LiveKey[]
  modes: readonly PaletteSource[]
}

/** A source of rows. An area of the console adds its own source in a file next to this one. */
export type PaletteSource = {
  /** The identifier, also the sort order of sources: `checks`. */
  id: string
  /** The heading of its rows: 'Checks'. */
  section: string
  /** Its name in a sentence: 'Could not search the catalog'. */
  name: string
  /** Typed first, one of these limits the search to the source. Every keyboard layout has them without a dead key. */
  characters: readonly string[]
  /** Words that do the same when followed by Tab. */
  words: readonly string[]
  /** The placeholder while the search is limited to it: 'Search checks'. */
  prompt: string
  /** The kind of its rows, if they are resources. Such rows can answer steps that prompt for that kind. */
  kind?: Kind
  /** The source is omitted if this feature is off. */
  feature?: Feature
  /** The source is omitted without read access to this area. */
  area?: Area
  /** The id of the command that its rows call. The source is omitted if that command is not available. */
  commandId?: string
  /** The page that lists its rows. A colon and one of its words open the page. */
  page?: Page
  /** Ids of sources whose limited search also includes these rows. */
  alsoIn?: readonly string[]
  /** The source is searched only when the search is limited to it. */
  isOnlyMode?: true
  /** Rows that need no loading. */
  list?(here: OpeningContext): readonly PaletteItem[]
  /** Rows that are loaded once, by the same query as in the views, and indexed. */
  index?: IndexedRows
  /** The number of rows that are loaded at most. If all of them are, the server may have more. */
  mostIndexed?: number
  /** The same, with code that is loaded at the first search. */
  loadIndex?(): Promise<IndexedRows>
  /** Rows that are searched on the server. */
  remote?: SourceSearch
}

type SourceSearch = {
  /** The list is small: a single character starts a search, and its own mode lists rows before the user types. */
  isFew?: true
  find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]>
}

/** The result of a query; only the source itself knows its type. */
type Loaded = readonly object[]

export type IndexedRows = {
  query(): UseQueryOptions<unknown, ApiError, Loaded>
  items(loaded: Loaded): Iterable<PaletteItem>
}

/** Pairs a query with the conversion of its result to rows; entries without a row are omitted. */
export const indexQuery = <A, T extends object, K extends QueryKey>(
  query: () => UseQueryOptions<A, ApiError, readonly T[], K>,
  toItem: (row: T) => PaletteItem | undefined
): IndexedRows => ({
  query: query as unknown as IndexedRows['query'],
  *items(loaded) {
    for (const row of loaded as readonly T[]) {
      const item = toItem(row)
      if (item) yield item
    }
  },
})
