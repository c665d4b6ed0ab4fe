let restored: { row: string; path: string } | undefined
let next: string | undefined

/** Sets the row that had focus when the page was left. Called when Back or Forward returns, before the page renders. */
export function setRestoredRow(row: string | undefined): void {
  restored = row === undefined ? undefined : { row, path: location.pathname }
}

/**
 * The row at which the cursor of a list starts, so that the list renders it wherever it is. Undefined unless Back or
 * Forward opened the page.
 */
export const restoredRow = (): string | undefined => (restored?.path === location.pathname ? restored.row : undefined)

/** Sets the row that gets focus after the next Back, instead of the row that had focus when its page was left. */
export function setNextRow(row: string): void {
  next = row
}

/** Takes the row of `setNextRow`, if any. */
export function takeNextRow(): string | undefined {
  const row = next
  next = undefined
  return row
}
