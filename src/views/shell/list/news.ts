import type { Page } from '../../../api/http'

/** A page as it stays on the screen while somebody reads it, and what has come since. */
export type Renewed<R> = {
  /** The rows where they were, each as it is now. */
  rows: readonly R[]
  /** Those that are not there any more. */
  gone: ReadonlySet<string>
  /** How many have come that are not among the rows. */
  news: number
}

/**
 * What the same page answers now, told without moving a row of it.
 * @param shown the page as it is on the screen
 * @param now the page as it is now, in the same order and of the same size
 */
export function renewed<R>(shown: Page<R>, now: Page<R>, idOf: (row: R) => string): Renewed<R> {
  const current = new Map(now.rows.map((row) => [idOf(row), row]))
  const known = new Set(shown.rows.map(idOf))
  const lastLeft = shown.rows.findLastIndex((row) => current.has(idOf(row)))
  const lastKnown = now.rows.findLastIndex((row) => known.has(idOf(row)))
  // What new rows pushed over the end of the page is on the next one; only what is missing before its end is gone.
  const isGone = (row: R, at: number) => !current.has(idOf(row)) && (at < lastLeft || isWhole(now))
  // And what took the place of rows that are gone was on the next page all the time.
  const isNew = (row: R, at: number) => !known.has(idOf(row)) && (lastKnown === -1 || at < lastKnown || isWhole(shown))
  return {
    rows: shown.rows.map((row) => current.get(idOf(row)) ?? row),
    gone: new Set(shown.rows.filter(isGone).map(idOf)),
    news: now.rows.filter(isNew).length,
  }
}

/** There is nothing beyond its end. */
const isWhole = <R>({ rows, total }: Page<R>) => rows.length >= total
