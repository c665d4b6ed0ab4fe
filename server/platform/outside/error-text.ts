import { ZodError } from 'zod'
import { describeNetworkError } from './network-errors'

/** A URL without its user and password, for names and messages. */
export const stripPassword = (url: string): string => url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@\s]*@/i, '$1')

/** The message of an error for users: never contains a password, never empty. */
export function formatError(error: unknown): string {
  if (error instanceof ZodError)
    return error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
  // When several addresses of one name refuse a connection, the error has no message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(formatError).join('; ')
  if (!(error instanceof Error)) return String(error)
  const described = describeNetworkError(error)
  if (described !== undefined) return stripPassword(described)
  return stripPassword(error.message) || ('code' in error ? String(error.code) : error.name)
}

const MOST_REFUSALS = 5
const LONGEST_NAME = 100

/**
 * Describes why a spec is not supported, with the path of each problem.
 * @param unknown formats the message for unknown members, given their paths.
 */
export function describeSpecErrors(
  { issues }: ZodError,
  unknown: (paths: readonly string[]) => string = (paths) =>
    `${paths.join(', ')} is not supported by the embedded backend`
): string {
  const said = issues.map((issue) => {
    const at = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') return at === '' ? issue.message : `${at}: ${issue.message}`
    return unknown(issue.keys.map((key) => (at ? `${at}.${key}` : key).slice(0, LONGEST_NAME)))
  })
  return said.slice(0, MOST_REFUSALS).join('; ')
}
