import { asSentence } from '@/shared/format'
import { ApiError } from './http'

/**
 * Reads one part of a result that is useful without it. If the part cannot be read, for example because the user may
 * not read its table, adds its name and the reason to `missing`, as a sentence.
 * @returns undefined for a missing part
 */
export async function readPart<T>(name: string, request: Promise<T>, missing: string[]): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
    missing.push(`${name}: ${asSentence(error.message)}`)
    return undefined
  }
}

/**
 * Reads parts of equal importance at the same time. `missing` names those that cannot be read, in the order of their
 * names.
 * @throws {ApiError} if all of them fail, because the result would look empty
 */
export async function readParts<N extends string, T>(
  names: readonly N[],
  load: (name: N) => Promise<T>
): Promise<{ found: T[]; missing: string[] }> {
  const parts = await Promise.all(
    names.map(async (name) => {
      const missing: string[] = []
      const found = await readPart(name, load(name), missing)
      return { found: missing.length === 0 ? [found as T] : [], missing }
    })
  )
  const found = parts.flatMap((part) => part.found)
  const missing = parts.flatMap((part) => part.missing)
  if (found.length === 0 && names.length > 0) throw new ApiError('network', missing.join(' '))
  return { found, missing }
}
