import type { PersonReader } from '../data/db/db'
import { type Sql, sql } from '../data/db/sql'
import { HttpError } from '../http/errors'
import type { ComponentLink } from './graph'
import type { RollUpComponent, CountedItem } from './roll-up'

/** A row of `components` as JSON: times are RFC 3339 in UTC. */
export type ComponentRow = Readonly<Record<string, unknown>> & {
  id: string
  name: string
  parent_id: string | null
  agent_id: string
  type: string | null
  status: string
  health: string | null
  status_reason: string | null
  status_expr: string | null
  health_expr: string | null
  owner: string | null
  hidden: boolean
  labels: Readonly<Record<string, string>> | null
  properties: unknown
}

export type StoredTopology = {
  rows: readonly ComponentRow[]
  /** The input of the roll-up, for each row. */
  components: readonly RollUpComponent[]
  /** Parents by relationships. */
  links: readonly ComponentLink[]
  teams: ReadonlyMap<string, readonly string[]>
}

/** More components than a user can survey or a response can include in reasonable time. */
const MOST_COMPONENTS = 10_000
/** Limit for each of the checks, incidents and insights of components. */
const MOST_ATTACHED = 100_000

type Found = {
  rows: ComponentRow[]
  links: ComponentLink[]
  checks: [component: string, id: string, name: string, status: string, since: string | null][]
  incidents: [component: string, id: string, type: string, severity: string][]
  insights: [component: string, config: string, type: string, severity: string, count: number][]
  teams: [component: string, name: string][]
  starts: [component: string, since: string][]
}

const jsonRows = (statement: Sql) => sql`(select coalesce(json_agg(row), '[]') from (${statement}) as row)`
const jsonList = (statement: Sql) =>
  sql`(select coalesce(json_agg(row.list), '[]') from (${statement} limit ${MOST_ATTACHED}) as row)`

/**
 * Reads the live components that the caller may see, with the data to aggregate, in one snapshot. A caller who is denied
 * checks gets the same health: their checks count without names.
 * @param ids limits the result to these components and their descendants.
 * @throws {HttpError} 400 when there are too many.
 */
export async function readStoredTopology(
  db: PersonReader,
  ids: readonly string[] | undefined
): Promise<StoredTopology> {
  const isNaming = db.mayRead('canaries')
  const [found] = await db.query<Found>(sql`
    with recursive ${ids === undefined ? sql`` : below(ids)}
    shown as materialized (
      select * from components
      where deleted_at is null ${ids === undefined ? sql`` : sql`and id in (select id from below)`}
      order by name, id limit ${MOST_COMPONENTS + 1}
    )
    select
      ${jsonRows(sql`select * from shown order by name, id`)} as rows,
      ${jsonList(sql`
        select json_build_array(relationship_id, component_id) as list from component_relationships
        where deleted_at is null and component_id in (select id from shown)`)} as links,
      ${jsonList(sql`
        select distinct on (component_id, checks.id)
          json_build_array(component_id, checks.id, checks.name, coalesce(checks.status, 'unknown'), checks.since) as list
        from ${isNaming || db.hides === 'rows' ? namedChecks : unnamedChecks}
        order by component_id, checks.id`)} as checks,
      ${jsonList(sql`
        select json_build_array(component_id, id, type, severity) as list
        from (
          select distinct evidences.component_id, incidents.id, incidents.type, incidents.severity
          from evidences
            join hypotheses on hypotheses.id = evidences.hypothesis_id
            join incidents on incidents.id = hypotheses.incident_id
          where evidences.component_id in (select id from shown) and incidents.resolved is null and incidents.closed is null
        ) as open`)} as incidents,
      ${jsonList(sql`
        select json_build_array(component_id, link.config_id, coalesce(analysis_type, 'other'), coalesce(severity, 'info'), count(*)) as list
        from config_component_relationships as link
          join config_items on config_items.id = link.config_id and config_items.deleted_at is null
          join config_analysis on config_analysis.config_id = link.config_id
        where link.deleted_at is null and component_id in (select id from shown)
        group by component_id, link.config_id, coalesce(analysis_type, 'other'), coalesce(severity, 'info')`)} as insights,
      ${jsonList(sql`
        select distinct component_id, teams.name, json_build_array(component_id, teams.name)::jsonb as list
        from team_components join teams on teams.id = team_components.team_id
        where component_id in (select id from shown) order by component_id, teams.name`)} as teams,
      ${jsonList(sql`
        select json_build_array(component_id, since) as list
        from console.component_health_starts((select array_agg(id) from shown))`)} as starts`)
  if (!found) throw new Error('a select without a from must return one row')
  if (found.rows.length > MOST_COMPONENTS)
    throw new HttpError(
      400,
      `There are more than ${MOST_COMPONENTS} components: request one of them with its descendants, by id`
    )
  return {
    rows: found.rows,
    components: toRollUpComponents(found),
    links: found.links,
    teams: groupByKey(found.teams.map(([component, name]) => [component, name])),
  }
}

const namedChecks = sql`(
  select component_id, checks.id, checks.name, checks.status, checks.last_transition_time as since
  from check_component_relationships as link join checks on checks.id = link.check_id
  where link.deleted_at is null and checks.deleted_at is null and component_id in (select id from shown)
) as checks`
const unnamedChecks = sql`(
  select component_id, check_id as id, '' as name, status, since
  from console.check_states((select array_agg(id) from shown))
) as checks`

/** Components and their descendants, by parent and by relationships; `union` ends cycles. */
const below = (ids: readonly string[]): Sql => sql`below (id) as (
    select unnest(${ids}::uuid[])
    union
    select child.id from below join (
      select parent_id, id from components where parent_id is not null and deleted_at is null
      union all
      select relationship_id, component_id from component_relationships where deleted_at is null
    ) as child on child.parent_id = below.id
  ),`

function toRollUpComponents({ rows, checks, incidents, insights, starts }: Found): RollUpComponent[] {
  const startOf = new Map(starts)
  const checksOf = groupByKey(
    checks.map(([component, id, name, status, since]) => [
      component,
      { id, name, status, ...(since !== null && { since }) },
    ])
  )
  const countedOf = groupByKey<CountedItem>([
    ...checks.map(([component, id, , status]) => [component, counted('checks', id, [status])] as const),
    ...incidents.map(
      ([component, id, type, severity]) => [component, counted('incidents', id, [type, severity])] as const
    ),
    ...insights.map(
      ([component, id, type, severity, count]) => [component, counted('insights', id, [type, severity], count)] as const
    ),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    parentId: row.parent_id,
    status: row.status,
    health: row.health,
    statusReason: row.status_reason,
    since: startOf.get(row.id),
    isHidden: row.hidden,
    statusExpr: row.status_expr,
    healthExpr: row.health_expr,
    self: row,
    checks: checksOf.get(row.id) ?? [],
    counted: countedOf.get(row.id) ?? [],
  }))
}

const counted = (of: CountedItem['of'], id: string, under: CountedItem['under'], count = 1): CountedItem => ({
  key: `${of} ${id} ${under.join(' ')}`,
  of,
  under,
  count,
})

/** Groups values by key, both in their order. */
export function groupByKey<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const [key, value] of pairs) {
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
