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
  /** A second search with its own cache, for words that do not extend the query of the first one. */
  apart: Search<Item>
  byCall(call: string): Item | undefined
}

/** The index of each loaded list, so that reopening the palette does not rebuild it. */
const built = new WeakMap<object, Index<Item>>()

/** Lists up to this size are indexed synchronously, which takes 1–2 ms. */
const SMALL = 500

/** The index of a loaded list, if it exists or the list is small enough to index synchronously. */
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

/** Makes rows that need no loading searchable, ranked by their usage. */
export function searchInRows(source: Source, items: readonly Item[], uses: Uses, now: number): SearchIndex {
  const used = (item: Item) => frecencyBucket(uses[callOf(item) ?? ''], now)
  const index = indexOf(items.map((item) => ({ ...item, used: used(item) })))
  const byCall = new Map(items.flatMap((item) => (item.does.is === 'call' ? [[item.does.call, item] as const] : [])))
  return { source, items, search: searchOf(index), apart: searchOf(index), byCall: (call) => byCall.get(call) }
}

/** Makes an index searchable, ranked by the current usage. */
export function searchInIndex(source: Source, index: Index<Item>, uses: Uses, now: number): SearchIndex {
  const idOf = (call: string) => {
    // Rows that are not resources are identified by their calls.
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
