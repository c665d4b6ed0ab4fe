import type { LogLine } from './line'

/** A displayed line with its component. */
type DisplayedLine = LogLine & { componentId: string; component: string }

/** Finds displayed lines by id. Lines have no address of their own from which they could be loaded. */
type Find = (ids: ReadonlySet<string>) => readonly DisplayedLine[]

let find: Find | undefined

/** Lets commands find the lines of a page. @returns a function that unregisters them */
export function registerLines(by: Find): () => void {
  find = by
  return () => {
    if (find === by) find = undefined
  }
}

/** The displayed lines among these ids, sorted by time. */
export const findDisplayedLines = (ids: readonly string[]): DisplayedLine[] =>
  [...(find?.(new Set(ids)) ?? [])].toSorted((a, b) => a.time - b.time)
