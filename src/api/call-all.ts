import { type ApiCall, callPage, type QueryParams } from './http'

/**
 * Reads all rows, page by page.
 * @param request without limit and offset, but with an order
 * @param size rows per page, at most the row limit of the server
 */
export async function callAll<T>(
  { query = [], ...request }: Omit<ApiCall<T>, 'method' | 'body'>,
  size: number
): Promise<T[]> {
  const all: T[] = []
  for (;;) {
    const window: QueryParams = [
      ['limit', String(size)],
      ['offset', String(all.length)],
    ]
    const { rows, total } = await callPage({ ...request, query: [...query, ...window] })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}
