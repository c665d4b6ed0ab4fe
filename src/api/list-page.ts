import { z } from 'zod/mini'
import { zodErrorMap } from '@/lib/zod-error-map'
import { formatCount } from '@/shared/format'
import { ApiError, type ApiCall, callPage, type HttpDeps, type ResultPage } from './http'

/**
 * Like `callPage`, for lists that mention omitted rows. Rows with an unexpected shape are left out, so that one of them
 * does not hide the others. Without any other row, the call fails.
 */
export async function callListPage<T>(
  { schema, ...request }: Omit<ApiCall<T>, 'method' | 'body'>,
  deps?: HttpDeps
): Promise<ResultPage<T>> {
  const { rows: sent, total } = await callPage({ ...request, schema: z.unknown() }, deps)
  const read = sent.map((row) => schema.safeParse(row, { error: zodErrorMap }))
  const rows = read.flatMap(({ success, data }) => (success ? [data] : []))
  const left = sent.length - rows.length
  if (left === 0) return { rows, total }
  if (rows.length === 0) {
    const faults = read.flatMap(({ error }) => (error ? [z.prettifyError(error)] : []))
    throw new ApiError('contract', 'The server sent an unexpected response.', {
      cause: `${request.path}: ${faults[0] ?? ''}`,
    })
  }
  return {
    rows,
    total,
    omitted: `${formatCount(left, 'row')} of this page could not be read and ${left === 1 ? 'is' : 'are'} not shown.`,
  }
}
