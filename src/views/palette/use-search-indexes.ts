import { useQueries } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import type { CallUses } from '../../commands/stores/palette-usage'
import { useAbortable } from '../../ui/hooks'
import { buildLoadedIndex, getLoadedIndex, indexRows, rankIndex, type SearchIndex } from './search-index'
import type { OpeningContext, IndexedRows, PaletteSource } from './sources/source'

/** A source whose rows could not be loaded. */
type FailedSource = { source: PaletteSource; message: string; retry: () => void }

export type SearchIndexes = {
  indexes: readonly SearchIndex[]
  /** Sources that are still being loaded or indexed. */
  pending: readonly PaletteSource[]
  failed: readonly FailedSource[]
}

type Opening = {
  now: number
  uses: CallUses
  /** The data by source when the palette opened. Later changes are ignored, because they would move rows. */
  loaded: Map<string, readonly object[]>
  indexed: Map<string, SearchIndex>
  /** The indexes of the last render. The array keeps its identity until an index changes, so memos stay valid. */
  last: readonly SearchIndex[]
}

const NOT_LOADED = 'This part of the console could not be loaded.'

/** The indexes of all sources with local rows. They do not change while the palette is open. */
export function useSearchIndexes(
  sources: readonly PaletteSource[],
  here: OpeningContext,
  uses: CallUses
): SearchIndexes {
  const [opening] = useState<Opening>(() => ({
    now: Date.now(),
    uses,
    loaded: new Map(),
    indexed: new Map(),
    last: [],
  }))
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const sourcesToIndex = useIndexedSources(sources)
  const loading = sourcesToIndex.flatMap(({ source, index }) => (index ? [{ source, index }] : []))
  const results = useQueries({ queries: loading.map(({ index }) => index.query()) })

  const indexes: SearchIndex[] = []
  const pending: PaletteSource[] = []
  const missing: FailedSource[] = []
  const unbuilt: { index: IndexedRows; loaded: readonly object[] }[] = []
  const put = (id: string, make: () => SearchIndex) => {
    const indexed = opening.indexed.get(id) ?? make()
    opening.indexed.set(id, indexed)
    indexes.push(indexed)
  }

  for (const source of sources)
    if (source.list)
      put(`${source.id} list`, () => indexRows(source, source.list?.(here) ?? [], opening.uses, opening.now))
  for (const { source, index, failure } of sourcesToIndex) {
    if (failure) missing.push({ source, message: NOT_LOADED, retry: failure.retry })
    else if (!index) pending.push(source)
  }
  for (const [at, { source, index }] of loading.entries()) {
    const result = results[at]
    const loaded = opening.loaded.get(source.id) ?? result?.data
    if (loaded) opening.loaded.set(source.id, loaded)
    const built = loaded && getLoadedIndex(index, loaded)
    if (built) put(source.id, () => rankIndex(source, built, opening.uses, opening.now))
    else if (loaded) unbuilt.push({ index, loaded })
    if (!built && result?.error)
      missing.push({ source, message: result.error.message, retry: () => void result.refetch() })
    else if (!built) pending.push(source)
  }

  const next = unbuilt[0]
  const build = async (signal: AbortSignal) => {
    if (next) await buildLoadedIndex(next.index, next.loaded, signal).then(redraw, () => undefined)
  }
  // Indexes are built one after another: each finished build changes `next`.
  useAbortable(build, next?.loaded)
  return { indexes: keepIdentity(opening, indexes), pending, failed: missing }
}

/** The array of the last render while its indexes are the same. */
function keepIdentity(opening: Opening, indexes: readonly SearchIndex[]): readonly SearchIndex[] {
  if (indexes.length !== opening.last.length || indexes.some((one, at) => one !== opening.last[at]))
    opening.last = indexes
  return opening.last
}

/** An indexed source and its loading state: `index` is undefined while its code loads, and after that failed. */
type IndexedSource = {
  source: PaletteSource
  index: IndexedRows | undefined
  failure: { retry(): void } | undefined
}

/** Loaded code, kept so that the palette can use it immediately when it opens again. */
const loaded = new WeakMap<() => Promise<IndexedRows>, IndexedRows | 'failed'>()

/** The indexed sources among `sources`, each with the query for its rows. */
function useIndexedSources(sources: readonly PaletteSource[]): readonly IndexedSource[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const missing = sources.flatMap(({ loadIndex }) => (loadIndex && !loaded.has(loadIndex) ? [loadIndex] : []))
  useEffect(() => {
    for (const load of missing)
      load()
        .then(
          (index) => loaded.set(load, index),
          () => loaded.set(load, 'failed')
        )
        .finally(redraw)
    // The length is a sufficient dependency: functions only leave the list, when they have loaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [missing.length])
  return sources.flatMap((source): IndexedSource[] => {
    const { index, loadIndex } = source
    if (index) return [{ source, index, failure: undefined }]
    if (!loadIndex) return []
    const found = loaded.get(loadIndex)
    const retry = () => {
      loaded.delete(loadIndex)
      redraw()
    }
    return [
      {
        source,
        index: found === 'failed' ? undefined : found,
        failure: found === 'failed' ? { retry } : undefined,
      },
    ]
  })
}
