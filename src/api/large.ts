import { z } from 'zod/mini'
import { parseAside } from '../lib/parse-aside'
import { ApiError, type Call, call } from './http'

const file = z.instanceof(Blob)

/** The same as `call` for an answer that may be many megabytes: it is read beside the page, which goes on meanwhile. */
export async function callLarge<T>(request: Omit<Call<T>, 'isFile'>): Promise<T> {
  const { path, schema, signal } = request
  const answer = await call({ ...request, schema: file, isFile: true })
  try {
    return schema.parse(await parseAside(answer, signal))
  } catch (cause) {
    if (signal?.aborted) throw new ApiError('aborted', 'Cancelled.', { cause })
    throw new ApiError('contract', 'The server gave an answer this console does not understand.', {
      cause: `${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
    })
  }
}
