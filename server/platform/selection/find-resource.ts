import type { PersonReader } from '../../data/db/db'
import { ident, type Sql, sql } from '../../data/db/sql'
import type { Selectable } from './selector'

export type ResourceKind = 'config' | 'component' | 'check' | 'canary'

/** A resource as selectors and templates read it. */
export type Resource<K extends ResourceKind = ResourceKind> = {
  kind: K
  id: string
  selectable: Selectable
  env: Record<string, unknown>
}

/**
 * The members that are read of a resource. `selection`: those of selectors and silence scopes, without documents and
 * specs; `env` then only has the path and the canary.
 */
export type ResourceParts = 'all' | 'selection'

/** All queries return the same columns; `env` is the whole row, for templates. */
const resourceQueries: Record<ResourceKind, (ids: readonly string[], parts: ResourceParts) => Sql> = {
  canary: (ids, parts) => sql`
    select r.id::text, r.name, r.namespace, null as type, null as status, null as health, r.labels, null::jsonb as tags,
      null::jsonb as properties, r.id::text as scope_id, r.namespace || '/' || r.name as scope_name, r.agent_id::text,
      a.name as agent_name, r.deleted_at, ${envOf(parts, sql`to_jsonb(r) - 'spec'`, [])} as env
    from canaries r left join agents a on a.id = r.agent_id where r.id = any(${[...ids]}::uuid[])`,
  check: (ids, parts) => sql`
    select r.id::text, r.name, coalesce(nullif(r.namespace, ''), s.namespace) as namespace, r.type, r.status,
      r.status as health, r.labels, null::jsonb as tags, null::jsonb as properties, s.id::text as scope_id,
      s.namespace || '/' || s.name as scope_name, r.agent_id::text, a.name as agent_name, r.deleted_at,
      ${envOf(parts, sql`to_jsonb(r)`, ['canary_id'])} as env
    from checks r join canaries s on s.id = r.canary_id left join agents a on a.id = r.agent_id
    where r.id = any(${[...ids]}::uuid[])`,
  component: (ids, parts) => sql`
    select r.id::text, r.name, r.namespace, r.type, r.status, r.health, r.labels, null::jsonb as tags,
      r.properties, s.id::text as scope_id, s.namespace || '/' || s.name as scope_name,
      r.agent_id::text, a.name as agent_name, r.deleted_at, ${envOf(parts, sql`to_jsonb(r)`, ['path'])} as env
    from components r left join topologies s on s.id = r.topology_id left join agents a on a.id = r.agent_id
    where r.id = any(${[...ids]}::uuid[])`,
  config: (ids, parts) => sql`
    select r.id::text, r.name, r.tags ->> 'namespace' as namespace, r.type, r.status, r.health, r.labels, r.tags,
      r.properties, s.id::text as scope_id, s.namespace || '/' || s.name as scope_name,
      r.agent_id::text, a.name as agent_name, r.deleted_at,
      ${envOf(parts, sql`to_jsonb(r) - 'search_text'`, ['path'])} as env
    from config_items r left join config_scrapers s on s.id = r.scraper_id left join agents a on a.id = r.agent_id
    where r.id = any(${[...ids]}::uuid[])`,
}

function envOf(parts: ResourceParts, all: Sql, columns: readonly string[]): Sql {
  if (parts === 'all') return all
  return columns.reduce(
    (sofar, column) => sql`${sofar} || jsonb_build_object(${column}::text, r.${ident(column)})`,
    sql`'{}'::jsonb`
  )
}

type Row = {
  id: string
  name: string | null
  namespace: string | null
  type: string | null
  status: string | null
  health: string | null
  labels: Record<string, unknown> | null
  tags: Record<string, unknown> | null
  properties: unknown
  scope_id: string | null
  scope_name: string | null
  agent_id: string
  agent_name: string | null
  deleted_at: Date | null
  env: Record<string, unknown>
}

/** @returns undefined when there is no such resource. */
export async function findResource<K extends ResourceKind>(
  db: PersonReader,
  kind: K,
  id: string
): Promise<Resource<K> | undefined> {
  const [found] = (await findResources(db, kind, [id])).values()
  return found
}

/** Several resources of a kind by their ids. Those that do not exist are left out. */
export async function findResources<K extends ResourceKind>(
  db: PersonReader,
  kind: K,
  ids: readonly string[],
  parts: ResourceParts = 'all'
): Promise<Map<string, Resource<K>>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<Row>(resourceQueries[kind](ids, parts))
  return new Map(rows.map((row) => [row.id, toResource(kind, row)]))
}

function toResource<K extends ResourceKind>(kind: K, row: Row): Resource<K> {
  const selectable: Selectable = {
    id: row.id,
    name: row.name ?? '',
    namespace: row.namespace,
    type: row.type,
    status: row.status,
    health: row.health,
    agent: { id: row.agent_id, name: row.agent_name ?? '' },
    labels: texts(row.labels),
    tags: texts(row.tags),
    properties: propertyTexts(row.properties),
    scope: [row.scope_id, row.scope_name].filter((one) => one !== null),
    isDeleted: row.deleted_at !== null,
  }
  return { kind, id: row.id, selectable, env: row.env }
}

const texts = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]))
    : {}

/** Properties are a list of `{name, text}` or `{name, value}`. */
const propertyTexts = (value: unknown): Record<string, string> =>
  Array.isArray(value)
    ? Object.fromEntries(
        value.flatMap((one: { name?: string; text?: unknown; value?: unknown } | null) =>
          one?.name === undefined ? [] : [[one.name, String(one.text ?? one.value ?? '')]]
        )
      )
    : {}
