/**
 * Names of the resources in the data of a query. Stored with the query, so that reading a name does not load the code
 * of the query.
 */
export type RowNames = { kind: string | readonly string[]; findName(data: unknown, id: string): string | undefined }

/**
 * Row names for a query whose data contains rows with ids.
 * @param kind the kind of the rows, such as `person`, or all possible kinds
 */
export const rowNames = <R extends { id: string }, D = readonly R[]>(
  kind: string | readonly string[],
  nameOf: (row: R) => string,
  rowsOf: (data: D) => readonly R[] = (data) => data as unknown as readonly R[]
): RowNames => ({
  kind,
  findName(data, id) {
    const row = rowsOf(data as D).find((one) => one.id === id)
    return row && nameOf(row)
  },
})
