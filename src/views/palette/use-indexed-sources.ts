import { useEffect, useReducer } from 'react'
import type { IndexedRows, PaletteSource } from './sources/source'

/** An indexed source and its loading state: `index` is undefined while its code loads, and after that failed. */
type IndexedSource = {
  source: PaletteSource
  index: IndexedRows | undefined
  failure: { retry(): void } | undefined
}

/** Loaded code, kept so that the palette can use it immediately when it opens again. */
const loaded = new WeakMap<() => Promise<IndexedRows>, IndexedRows | 'failed'>()

/** The indexed sources among `sources`, each with the query for its rows. */
export function useIndexedSources(sources: readonly PaletteSource[]): readonly IndexedSource[] {
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
