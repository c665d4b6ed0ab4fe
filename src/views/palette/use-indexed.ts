import { useEffect, useReducer } from 'react'
import type { Indexed, Source } from './sources/source'

/** A source that is indexed, and how far it has come: `index` is undefined while its code is loaded, and when that failed. */
export type IndexedSource = { source: Source; index: Indexed | undefined; failure: { retry(): void } | undefined }

/** Code that has come stays, so that the palette has it at once when it opens again. */
const loaded = new WeakMap<() => Promise<Indexed>, Indexed | 'failed'>()

/** Those of the sources that are indexed, with what loads their rows. */
export function useIndexed(sources: readonly Source[]): readonly IndexedSource[] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const wanted = sources.flatMap(({ loadIndex }) => (loadIndex && !loaded.has(loadIndex) ? [loadIndex] : []))
  useEffect(() => {
    for (const load of wanted)
      load()
        .then(
          (index) => loaded.set(load, index),
          () => loaded.set(load, 'failed')
        )
        .finally(redraw)
    // Only how many are wanted changes, as they come.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [wanted.length])
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
