import { readFile } from 'node:fs/promises'
import type { Queryable } from './db/db'
import { sql } from './db/sql'
import { UsageError } from '../platform/usage'

/** A setting, such as a feature flag, and the source of its value. */
type Property = { name: string; value: string; source: 'local' | 'db'; type: ''; description: '' }

/** Values from a file, which take precedence over stored ones. */
export type LocalProperties = ReadonlyMap<string, string>

export async function readProperties(db: Queryable, local: LocalProperties): Promise<Property[]> {
  const stored = await db.query<{ name: string; value: string }>(
    sql`select name, value from properties where deleted_at is null`
  )
  const merged = new Map<string, Property>(
    stored.map(({ name, value }) => [name, { name, value, source: 'db', type: '', description: '' }])
  )
  for (const [name, value] of local) merged.set(name, { name, value, source: 'local', type: '', description: '' })
  return [...merged.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The value of one property; undefined when it is not set. */
export async function readProperty(db: Queryable, local: LocalProperties, name: string): Promise<string | undefined> {
  if (local.has(name)) return local.get(name)
  const [stored] = await db.query<{ value: string }>(
    sql`select value from properties where name = ${name} and deleted_at is null`
  )
  return stored?.value
}

/** Feature flags, the only properties readable when signed out. */
export const isFlag = ({ name }: Property): boolean => name.endsWith('.disable')

/**
 * Parses lines of `name=value`; `#` starts a comment line.
 * @throws {UsageError} with the number of the first invalid line.
 */
export function parseProperties(text: string): LocalProperties {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }))
  return new Map(
    lines.flatMap(({ line, number }): [string, string][] => {
      if (line === '' || line.startsWith('#')) return []
      const at = line.indexOf('=')
      const name = line.slice(0, Math.max(at, 0)).trim()
      if (name === '') throw new UsageError(`Line ${number} of the properties file is not "name=value".`)
      return [[name, line.slice(at + 1).trim()]]
    })
  )
}

/** @throws {UsageError} when the file cannot be read. */
export async function readPropertiesFile(path: string): Promise<LocalProperties> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(
      `--properties ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`
    )
  })
  return parseProperties(text)
}
