import { z } from 'zod/mini'
import { ApiError, type ApiCall, call, type HttpDeps } from './http'

/**
 * Changes rows that must exist. If no row matches, servers answer 200 without rows; older ones answer 404.
 * @param missing the message in that case, a whole sentence
 * @returns the changed rows, at least one
 */
export async function callChange<T>(
  { missing, schema, ...request }: ApiCall<T> & { missing: string },
  deps?: HttpDeps
): Promise<T[]> {
  const rows = await call({ ...request, schema: z.array(schema) }, deps).catch((error: ApiError) => {
    if (error.status === 404 && isEmptyList(error.cause)) return []
    throw error
  })
  if (rows.length === 0) throw new ApiError('http', missing, { status: 404 })
  return rows
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0
