import { zodErrorMap } from '../../lib/zod-error-map'
import { type KeyPreferences, keyPreferences } from './key-preference-store'

/** Parses an exported file. `fault` is a sentence that explains why the file is invalid. */
export function parseKeyFile(text: string): { preferences: KeyPreferences } | { fault: string } {
  const json = parseJson(text)
  if (json === undefined) return { fault: 'This is not JSON.' }
  const read = keyPreferences.safeParse(json, { error: zodErrorMap })
  if (read.success) return { preferences: read.data }
  const [issue] = read.error.issues
  return { fault: `This is not an exported keyboard: ${issue?.path.join('.') || 'file'}: ${issue?.message}.` }
}

export const formatKeyFile = (preferences: KeyPreferences): string => `${JSON.stringify(preferences, undefined, 2)}\n`

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
