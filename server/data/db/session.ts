import type { ClientConfig } from 'pg'

/**
 * Settings of every session. Only `public` contains our relations: a schema with the user's name, or the path of a role
 * or database, would otherwise take precedence. JIT is off, because compiling a plan takes seconds where running it
 * takes milliseconds. Random reads cost as much as sequential ones: data is in memory or on a disk without moving
 * parts.
 */
export const sessionSettings = {
  timezone: 'UTC',
  search_path: 'public,pg_temp',
  jit: 'off',
  random_page_cost: '1.1',
} as const

/**
 * The client configuration for an external Postgres.
 * @param more further settings of the session.
 */
export function sessionConfig(url: string, more: Readonly<Record<string, number>> = {}): ClientConfig {
  const address = new URL(url)
  const given = address.searchParams.get('options')
  // Options in the address would replace ours. The last of two settings counts.
  if (given !== null) address.searchParams.delete('options')
  const ours = Object.entries({ ...sessionSettings, ...more }).map(([name, value]) => `-c ${name}=${value}`)
  return { connectionString: address.href, options: [given ?? '', ...ours].join(' ').trim() }
}
