import type { Context } from 'hono'
import type { z } from 'zod'
import { HttpError } from './errors'
import { exceedsDepth, describeUnstorable } from './json-text'

/** Deeper bodies are never legitimate. */
const DEEPEST = 50

/**
 * Parses a JSON body. Invalid JSON gives undefined, which schemas of objects refuse.
 * @throws {HttpError} 400 for a body that is nested too deeply or contains characters that cannot be stored.
 */
export async function readBody<T>(context: Context, schema: z.ZodType<T>) {
  const text = await context.req.text()
  const body: unknown = await context.req.json().catch(() => undefined)
  if (exceedsDepth(body, DEEPEST)) throw new HttpError(400, 'The body is nested too deeply')
  const unkeepable = body === undefined ? undefined : describeUnstorable(text, body)
  if (unkeepable !== undefined) throw new HttpError(400, unkeepable)
  return schema.safeParse(body)
}
