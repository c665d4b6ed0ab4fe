import type { ResultPage } from '@/api/http'

/** A page whose rows stay in place while the user reads them, with the changes since. */
export type PageChanges<R> = {
  /** The rows in their old order, each with its current values. */
  rows: readonly R[]
  /** The ids of rows that no longer exist. */
  gone: ReadonlySet<string>
  /** The number of new rows, which are not in `rows`. */
  news: number
}

/**
 * Compares a shown page with its current state, without moving a row.
 * @param shown the page on screen
 * @param now the same page now, with the same order and size
 */
export function comparePages<R>(shown: ResultPage<R>, now: ResultPage<R>, idOf: (row: R) => string): PageChanges<R> {
  const current = new Map(now.rows.map((row) => [idOf(row), row]))
  const known = new Set(shown.rows.map(idOf))
  const lastLeft = shown.rows.findLastIndex((row) => current.has(idOf(row)))
  const lastKnown = now.rows.findLastIndex((row) => known.has(idOf(row)))
  // Rows missing at the end may only have moved to the next page; a row missing before that was deleted.
  const isGone = (row: R, at: number) => !current.has(idOf(row)) && (at < lastLeft || isWhole(now))
  // After deletions, unknown rows at the end come from the next page; only those before them are new.
  const isNew = (row: R, at: number) => !known.has(idOf(row)) && (lastKnown === -1 || at < lastKnown || isWhole(shown))
  return {
    rows: shown.rows.map((row) => current.get(idOf(row)) ?? row),
    gone: new Set(shown.rows.filter(isGone).map(idOf)),
    news: now.rows.filter(isNew).length,
  }
}

/** Whether the page contains all rows. */
const isWhole = <R>({ rows, total }: ResultPage<R>) => rows.length >= total
