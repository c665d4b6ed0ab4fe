import type { Context } from 'hono'
import type { z } from 'zod'
import { HttpError } from './errors'

/** Deeper bodies are never legitimate, and recursion over them would exhaust the stack. */
const DEEPEST = 50

/**
 * Reads a JSON body. Invalid JSON gives undefined, which schemas of objects refuse.
 * @throws {HttpError} 400 for a body that is too deep.
 */
export async function readBody<T>(context: Context, schema: z.ZodType<T>) {
  const body: unknown = await context.req.json().catch(() => undefined)
  if (isDeeper(body, DEEPEST)) throw new HttpError(400, 'The body is too deep')
  return schema.safeParse(body)
}

const isDeeper = (value: unknown, limit: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (limit < 0 || Object.values(value).some((one) => isDeeper(one, limit - 1)))
