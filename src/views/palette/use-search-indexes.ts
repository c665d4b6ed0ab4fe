import { useQueries } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import type { CallUses } from '../../commands/stores/palette-usage'
import { useIndexedSources } from './use-indexed-sources'
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
  useEffect(() => {
    if (!next) return undefined
    const controller = new AbortController()
    buildLoadedIndex(next.index, next.loaded, controller.signal).then(redraw, () => undefined)
    return () => controller.abort()
    // Indexes are built one after another: each finished build changes `next`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [next?.loaded])

  if (indexes.length !== opening.last.length || indexes.some((one, at) => one !== opening.last[at]))
    opening.last = indexes
  return { indexes: opening.last, pending, failed: missing }
}
