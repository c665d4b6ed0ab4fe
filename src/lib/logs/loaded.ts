import type { LogLine } from './line'

/** A line that a page shows, and of what it is. */
export type ShownLine = LogLine & { componentId: string; component: string }

/** Finds lines by their ids among those that are shown: they have no address of their own from which they could be had. */
type Find = (ids: ReadonlySet<string>) => readonly ShownLine[]

let find: Find | undefined

/** Makes the lines of a page known to what is done with them. @returns what ends it */
export function showLines(by: Find): () => void {
  find = by
  return () => {
    if (find === by) find = undefined
  }
}

/** Those of these lines that are shown, in the order of time. */
export const shownLines = (ids: readonly string[]): ShownLine[] =>
  [...(find?.(new Set(ids)) ?? [])].toSorted((a, b) => a.time - b.time)
