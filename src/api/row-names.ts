/** What the things in the data of a query are called. It is kept with the query: who wants a name needs none of its code. */
export type RowNames = { kind: string | readonly string[]; nameOf(data: unknown, id: string): string | undefined }

/**
 * For a query whose data is a list of rows with an id, or has one.
 * @param kind of what: `person`; several, where rows may be of each
 */
export const rowNames = <R extends { id: string }, D = readonly R[]>(
  kind: string | readonly string[],
  nameOf: (row: R) => string,
  rowsOf: (data: D) => readonly R[] = (data) => data as unknown as readonly R[]
): RowNames => ({
  kind,
  nameOf(data, id) {
    const row = rowsOf(data as D).find((one) => one.id === id)
    return row && nameOf(row)
  },
})
