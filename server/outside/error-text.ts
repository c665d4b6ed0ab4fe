import { ZodError } from 'zod'

/** A url without its user and password, for names and messages. */
export const withoutPassword = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/i, '$1')

/** What an error says, for people: never a password, never empty. */
export function errorText(error: unknown): string {
  if (error instanceof ZodError)
    return error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
  // Refusals by several addresses of one name come as one error without a message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorText).join('; ')
  if (!(error instanceof Error)) return String(error)
  return withoutPassword(error.message) || ('code' in error ? String(error.code) : error.name)
}
