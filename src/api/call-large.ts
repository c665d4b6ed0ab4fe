import { z } from 'zod/mini'
import { parseInWorker } from '../lib/parse-aside'
import { ApiError, type ApiCall, call } from './http'

const file = z.instanceof(Blob)

/**
 * Like `call`, for responses of many megabytes: the response is parsed in a worker, so that the page stays responsive.
 */
export async function callLarge<T>(request: Omit<ApiCall<T>, 'isFile'>): Promise<T> {
  const { path, schema, signal } = request
  const answer = await call({ ...request, schema: file, isFile: true })
  try {
    return schema.parse(await parseInWorker(answer, signal))
  } catch (cause) {
    if (signal?.aborted) throw new ApiError('aborted', 'Cancelled.', { cause })
    throw new ApiError('contract', 'The server sent an unexpected response.', {
      cause: `${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
    })
  }
}
