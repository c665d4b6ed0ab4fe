import { frecencyBucket } from '@/lib/palette/frecency'
import { buildIndex, type EntryIndex, buildSmallIndex, withPriorities } from '@/lib/palette/rank/build'
import { type SearchFunction, createSearch, createTypoSearch } from '@/lib/palette/rank/search'
import type { CallUses } from '../../commands/stores/palette-usage'
import { writtenItemCall, type PaletteItem, formatOpenCall } from './item'
import type { IndexedRows, PaletteSource } from './sources/source'

type Loaded = readonly object[]

export type SearchIndex = {
  source: PaletteSource
  items: readonly PaletteItem[]
  search: SearchFunction<PaletteItem>
  /** A second search with its own cache, for words that do not extend the query of the first one. */
  independentSearch: SearchFunction<PaletteItem>
  /** The rows whose titles match with one wrong letter. */
  typoSearch: SearchFunction<PaletteItem>
  byCall(call: string): PaletteItem | undefined
}

/** The index of each loaded list, so that reopening the palette does not rebuild it. */
const built = new WeakMap<object, EntryIndex<PaletteItem>>()

/** Lists up to this size are indexed synchronously, which takes 1–2 ms. */
const SMALL = 500

/** The index of a loaded list, if it exists or the list is small enough to index synchronously. */
export function getLoadedIndex({ items }: IndexedRows, loaded: Loaded): EntryIndex<PaletteItem> | undefined {
  const index = built.get(loaded)
  if (index || loaded.length > SMALL) return index
  return keep(loaded, buildSmallIndex([...items(loaded)]))
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Builds the index in slices, so that key presses do not wait for it. */
export async function buildLoadedIndex({ items }: IndexedRows, loaded: Loaded, signal: AbortSignal): Promise<void> {
  keep(loaded, await buildIndex(items(loaded), { now: () => performance.now(), pause, signal }))
}

function keep(loaded: Loaded, index: EntryIndex<PaletteItem>) {
  built.set(loaded, index)
  return index
}

/** Makes rows that need no loading searchable, ranked by their usage. */
export function indexRows(
  source: PaletteSource,
  items: readonly PaletteItem[],
  uses: CallUses,
  now: number
): SearchIndex {
  const used = (item: PaletteItem) => frecencyBucket(uses[writtenItemCall(item) ?? ''], now)
  const index = buildSmallIndex(items.map((item) => ({ ...item, used: used(item) })))
  const byCall = new Map(
    items.flatMap((item) => (item.effect.is === 'call' ? [[item.effect.written, item] as const] : []))
  )
  return {
    source,
    items,
    search: createSearch(index),
    independentSearch: createSearch(index),
    typoSearch: createTypoSearch(index),
    byCall: (call) => byCall.get(call),
  }
}

/** Makes an index searchable, ranked by the current usage. */
export function rankIndex(
  source: PaletteSource,
  index: EntryIndex<PaletteItem>,
  uses: CallUses,
  now: number
): SearchIndex {
  const idOf = (call: string) => {
    // Rows that are not resources are identified by their calls.
    if (!source.kind) return call
    const opening = formatOpenCall({ kind: source.kind, id: '' })
    return call.startsWith(opening) ? decodeURIComponent(call.slice(opening.length)) : undefined
  }
  const named = Object.entries(uses).flatMap(([call, use]) => {
    const id = idOf(call)
    return id === undefined ? [] : [[id, { used: frecencyBucket(use, now) }] as const]
  })
  const ranked = withPriorities(index, named)
  const at = (call: string) => index.byId.get((idOf(call) ?? '').toLowerCase())
  return {
    source,
    items: index.entries,
    search: createSearch(ranked),
    independentSearch: createSearch(ranked),
    typoSearch: createTypoSearch(ranked),
    byCall: (call) => index.entries[at(call) ?? -1],
  }
}
