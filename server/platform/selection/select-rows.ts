import { parseDatemath } from '@/shared/datemath'
import { parseSearch, type SearchTerm } from '@/shared/search-grammar'
import { ident, type Sql, sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import { LOCAL_AGENT } from '../jobs/job-history'
import { combineConditions, labelConditions, listConditions } from './conditions'
import type { Selector } from './selector'

/** The kinds of resources that selectors match in the database. */
export type SelectableKind = 'checks' | 'components' | 'configs'

/** The columns of each kind, under the names that selectors use. */
const relations: Record<SelectableKind, Sql> = {
  checks: sql`
    select checks.id, checks.agent_id, checks.name, coalesce(nullif(checks.namespace, ''), canaries.namespace) as namespace,
      checks.type, checks.icon, checks.status, checks.status as health, checks.labels, checks.labels as tags,
      null::jsonb as properties, canaries.id as scope_id, canaries.namespace || '/' || canaries.name as scope_name,
      checks.created_at, checks.updated_at, checks.deleted_at
    from checks join canaries on canaries.id = checks.canary_id`,
  components: sql`
    select components.id, components.agent_id, components.name, components.namespace, components.type, components.icon,
      components.status, components.health, components.labels, components.labels as tags, components.properties,
      topologies.id as scope_id, topologies.namespace || '/' || topologies.name as scope_name, components.created_at,
      components.updated_at, components.deleted_at
    from components left join topologies on topologies.id = components.topology_id`,
  configs: sql`
    select config_items.id, config_items.agent_id, config_items.name, tags ->> 'namespace' as namespace, type,
      null::text as icon, status, health, labels, tags, properties, config_scrapers.id as scope_id,
      config_scrapers.namespace || '/' || config_scrapers.name as scope_name, config_items.created_at,
      config_items.updated_at, config_items.deleted_at
    from config_items left join config_scrapers on config_scrapers.id = config_items.scraper_id`,
}

/**
 * Returns a query for the rows that a selector matches, with `id`, `agent_id`, `name`, `namespace`, `type`, `icon`,
 * `tags` and more.
 * @returns undefined for an empty selector, which matches nothing; one with only an agent matches all of its rows.
 * @throws {HttpError} 400 for an invalid selector.
 */
export function selectRowsSql(kind: SelectableKind, selector: Selector, now: Date): Sql | undefined {
  const conditions = selectorConditions(selector, now)
  if (!conditions) return undefined
  const all = [
    ...conditions,
    ...agentConditions(selector.agent),
    ...(selector.includeDeleted ? [] : [sql`deleted_at is null`]),
  ]
  return sql`select * from (${relations[kind]}) as resource where ${combineConditions(all)}`
}

/**
 * The conditions that a selector states, apart from those on the agent and on deleted rows; undefined for an empty one.
 * @throws {HttpError} 400 for an invalid selector.
 */
export function selectorConditions(selector: Selector, now: Date): Sql[] | undefined {
  const { id, name, namespace, types, statuses, health, labelSelector, tagSelector, fieldSelector, scope, agent } =
    selector
  const members = [id, name, namespace, types?.join(), statuses?.join(), health, labelSelector, tagSelector]
  if (![...members, fieldSelector, scope, agent, selector.search].some(Boolean)) return undefined
  return [
    ...listConditions(sql`id::text`, id?.toLowerCase()),
    ...listConditions(sql`name`, name),
    ...listConditions(sql`namespace`, namespace),
    ...listConditions(sql`type`, types?.join()),
    ...listConditions(sql`status`, statuses?.join()),
    ...listConditions(sql`health`, health),
    ...(labelSelector ? labelConditions(sql`labels`, labelSelector) : []),
    ...(tagSelector ? labelConditions(sql`tags`, tagSelector) : []),
    ...(fieldSelector ? labelConditions(propertiesAsMap, fieldSelector) : []),
    ...(scope ? [sql`${scope} in (scope_id::text, scope_name)`] : []),
    ...parseSearch(selector.search ?? '').map((term) => searchCondition(term, now)),
  ]
}

const propertiesAsMap = sql`(
  select jsonb_object_agg(entry ->> 'name', coalesce(entry ->> 'text', entry ->> 'value'))
  from jsonb_array_elements(case jsonb_typeof(properties) when 'array' then properties else '[]' end) as entry
  where entry ->> 'name' is not null
)`

/** Without an agent, this backend's own. */
function agentConditions(agent: string | null | undefined): Sql[] {
  if (agent === 'all') return []
  if (!agent) return [sql`agent_id = ${LOCAL_AGENT}`]
  return [sql`agent_id in (select agents.id from agents where ${agent} in (agents.id::text, agents.name))`]
}

const columns = new Set(['id', 'name', 'namespace', 'type', 'status', 'health', 'agent_id'])
const moments = new Map(
  ['created', 'updated', 'deleted'].flatMap((name) => [
    [name, `${name}_at`] as const,
    [`${name}_at`, `${name}_at`] as const,
  ])
)

/** A word matches the beginning of a name, unless it contains an asterisk. */
function searchCondition(term: SearchTerm, now: Date): Sql {
  if (term.is === 'word')
    return combineConditions(listConditions(sql`name`, term.text.includes('*') ? term.text : `${term.text}*`))
  const { field, op, value } = term
  const [map = '', ...rest] = field.split('.')
  const moment = moments.get(field)
  if (moment) return comparedMoment(moment, op, value, now)
  const column =
    rest.length > 0 && (map === 'labels' || map === 'tags')
      ? sql`(${ident(map)} ->> ${rest.join('.')})`
      : rest.length > 0 && map === 'properties'
        ? sql`(${propertiesAsMap} ->> ${rest.join('.')})`
        : searchColumn(field)
  if (op === '<') return sql`${column} < ${value}`
  if (op === '>') return sql`${column} > ${value}`
  const isPlainType = (field === 'type' || field === 'config_type') && !/[*!,]/.test(value)
  // `type=pod` matches Kubernetes::Pod.
  const isIn = isPlainType
    ? sql`right(lower(type), ${value.length}) = ${value.toLowerCase()}`
    : combineConditions(listConditions(column, value))
  return op === '=' ? isIn : sql`not coalesce(${isIn}, false)`
}

function searchColumn(field: string): Sql {
  const name = field === 'config_type' ? 'type' : field === 'agent' ? 'agent_id' : field
  if (!columns.has(name)) throw new HttpError(400, `bad request: "${field.slice(0, 100)}" is not a field to search by`)
  return sql`${ident(name)}::text`
}

function comparedMoment(column: string, op: string, written: string, now: Date): Sql {
  const moment = parseDatemath(written, now)
  if (!moment || op === '!=')
    throw new HttpError(400, `bad request: "${written.slice(0, 100)}" cannot be compared with a time`)
  const compared = op === '<' ? sql`<` : op === '>' ? sql`>` : sql`=`
  return sql`${ident(column)} ${compared} ${moment}`
}
