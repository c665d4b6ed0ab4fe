import type { PersonReader } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { Selectable } from './selector'

export type ResourceKind = 'config' | 'component' | 'check' | 'canary'

/** A resource as selectors and templates read it. */
export type Resource<K extends ResourceKind = ResourceKind> = {
  kind: K
  id: string
  selectable: Selectable
  env: Record<string, unknown>
}

/** All queries return the same columns; `env` is the whole row, for templates. */
const resourceQueries: Record<ResourceKind, (id: string) => Sql> = {
  canary: (id) => sql`
    select r.id::text, r.name, r.namespace, null as type, null as status, null as health, r.labels, null::jsonb as tags,
      null::jsonb as properties, r.id::text as scope_id, r.namespace || '/' || r.name as scope_name, r.agent_id::text,
      a.name as agent_name, r.deleted_at, to_jsonb(r) - 'spec' as env
    from canaries r left join agents a on a.id = r.agent_id where r.id = ${id}`,
  check: (id) => sql`
    select r.id::text, r.name, coalesce(nullif(r.namespace, ''), s.namespace) as namespace, r.type, r.status,
      r.status as health, r.labels, null::jsonb as tags, null::jsonb as properties, s.id::text as scope_id,
      s.namespace || '/' || s.name as scope_name, r.agent_id::text, a.name as agent_name, r.deleted_at,
      to_jsonb(r) as env
    from checks r join canaries s on s.id = r.canary_id left join agents a on a.id = r.agent_id where r.id = ${id}`,
  component: (id) => sql`
    select r.id::text, r.name, r.namespace, r.type, r.status, r.health, r.labels, null::jsonb as tags,
      r.properties, s.id::text as scope_id, s.namespace || '/' || s.name as scope_name,
      r.agent_id::text, a.name as agent_name, r.deleted_at, to_jsonb(r) as env
    from components r left join topologies s on s.id = r.topology_id left join agents a on a.id = r.agent_id
    where r.id = ${id}`,
  config: (id) => sql`
    select r.id::text, r.name, r.tags ->> 'namespace' as namespace, r.type, r.status, r.health, r.labels, r.tags,
      r.properties, s.id::text as scope_id, s.namespace || '/' || s.name as scope_name,
      r.agent_id::text, a.name as agent_name, r.deleted_at, to_jsonb(r) - 'search_text' as env
    from config_items r left join config_scrapers s on s.id = r.scraper_id left join agents a on a.id = r.agent_id
    where r.id = ${id}`,
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
  const [row] = await db.query<Row>(resourceQueries[kind](id))
  if (!row) return undefined
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
