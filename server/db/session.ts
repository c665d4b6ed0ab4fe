import type { ClientConfig } from 'pg'

/**
 * How every session begins. Only `public` holds relations of ours: a schema named like the user, or the path of a role or a
 * database, would otherwise come before it. Plans are not compiled, since that takes seconds where running them takes
 * milliseconds. A page that is not read in order costs as much as one that is: data lie in memory or on a disk without
 * moving parts.
 */
export const sessionSettings = {
  timezone: 'UTC',
  search_path: 'public,pg_temp',
  jit: 'off',
  random_page_cost: '1.1',
} as const

/**
 * What a client of an external Postgres is opened with.
 * @param more further settings of the session.
 */
export function sessionConfig(url: string, more: Readonly<Record<string, number>> = {}): ClientConfig {
  const address = new URL(url)
  const given = address.searchParams.get('options')
  // In the address they would take the place of ours. Of two settings the last one counts.
  if (given !== null) address.searchParams.delete('options')
  const ours = Object.entries({ ...sessionSettings, ...more }).map(([name, value]) => `-c ${name}=${value}`)
  return { connectionString: address.href, options: [given ?? '', ...ours].join(' ').trim() }
}
