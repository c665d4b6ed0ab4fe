import { frecencyBucket } from '../../lib/frecency'
import { buildIndex, type Index, indexOf, withStanding } from '../../lib/rank/build'
import { type Search, searchOf } from '../../lib/rank/search'
import type { Uses } from '../../commands/stores/palette-memory'
import { callOf, type Item, openingOf } from './item'
import type { Indexed, Source } from './sources/source'

type Loaded = readonly object[]

export type SearchIndex = {
  source: Source
  items: readonly Item[]
  search: Search<Item>
  /** Another search, for words that are no beginning of those that the first one is asked for. */
  apart: Search<Item>
  byCall(call: string): Item | undefined
}

/** The index of each loaded list, so that opening the palette again does not build it again. */
const built = new WeakMap<object, Index<Item>>()

/** Smaller lists are indexed at once, which takes a millisecond or two. */
const SMALL = 500

/** The index of a loaded list, if it exists or can be built at once. */
export function indexOfLoaded({ items }: Indexed, loaded: Loaded): Index<Item> | undefined {
  const index = built.get(loaded)
  if (index || loaded.length > SMALL) return index
  return keep(loaded, indexOf([...items(loaded)]))
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Builds the index in slices, so that key presses do not wait for it. */
export async function buildLoaded({ items }: Indexed, loaded: Loaded, signal: AbortSignal): Promise<void> {
  keep(loaded, await buildIndex(items(loaded), { now: () => performance.now(), pause, signal }))
}

function keep(loaded: Loaded, index: Index<Item>) {
  built.set(loaded, index)
  return index
}

/** Makes rows that need no loading searchable, with their use. */
export function searchInRows(source: Source, items: readonly Item[], uses: Uses, now: number): SearchIndex {
  const used = (item: Item) => frecencyBucket(uses[callOf(item) ?? ''], now)
  const index = indexOf(items.map((item) => ({ ...item, used: used(item) })))
  const byCall = new Map(items.flatMap((item) => (item.does.is === 'call' ? [[item.does.call, item] as const] : [])))
  return { source, items, search: searchOf(index), apart: searchOf(index), byCall: (call) => byCall.get(call) }
}

/** Makes an index searchable, ranked by the current use. */
export function searchInIndex(source: Source, index: Index<Item>, uses: Uses, now: number): SearchIndex {
  const idOf = (call: string) => {
    // Rows that are no things are known by their calls.
    if (!source.of) return call
    const opening = openingOf({ kind: source.of, id: '' })
    return call.startsWith(opening) ? decodeURIComponent(call.slice(opening.length)) : undefined
  }
  const named = Object.entries(uses).flatMap(([call, use]) => {
    const id = idOf(call)
    return id === undefined ? [] : [[id, { used: frecencyBucket(use, now) }] as const]
  })
  const ranked = withStanding(index, named)
  const at = (call: string) => index.byId.get((idOf(call) ?? '').toLowerCase())
  return {
    source,
    items: index.entries,
    search: searchOf(ranked),
    apart: searchOf(ranked),
    byCall: (call) => index.entries[at(call) ?? -1],
  }
}
