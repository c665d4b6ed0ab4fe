import type { Db, Queryable, Transaction } from '../data/db/db'
import { toJsonText, sql } from '../data/db/sql'
import { toStorableJson } from '../data/db/storable-json'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import type { DeclaredComponent } from './declare'
import { TopologyError } from './spec'

/** The effect of a run. */
export type TopologySummary = { added: number; updated: number; unchanged: number; deleted: number }

type Topology = { id: string; namespace: string; schedule: string | null }

/** A component as it is stored; absent members of `reported` keep their stored values. */
type Row = {
  id: string
  parent_id: string | null
  path: string
  is_leaf: boolean
  name: string
  type: string | null
  reported: DeclaredComponent['reported']
} & Readonly<Record<string, unknown>>

/**
 * Updates the components of a topology in one transaction: adds, edits and restores declared components, and marks
 * those that are no longer declared as deleted. Topology, parent, type and name identify a component, deleted or not.
 * Components of other agents are not touched.
 * @throws {TopologyError} when the topology was deleted meanwhile.
 */
export async function storeDeclared(
  db: Db,
  topology: Topology,
  top: readonly DeclaredComponent[]
): Promise<TopologySummary> {
  return db.transaction(async (tx) => {
    const live = await tx.query(sql`select from topologies where id = ${topology.id} and deleted_at is null for update`)
    if (live.length === 0) throw new TopologyError('the topology was deleted during the run')
    const known = await readKnownIds(tx, topology.id)
    const fresh = await newIds(tx, countComponents(top))
    const rows = toRows(top, topology, (key) => known.get(key) ?? fresh.pop() ?? '')
    const knownIds = new Set(known.values())
    const added = rows.filter(({ id }) => !knownIds.has(id))
    const kept = rows.filter(({ id }) => knownIds.has(id))
    await insert(tx, topology.id, added)
    const updated = await update(tx, kept)
    const deleted = await tx.run(sql`
      update components set deleted_at = now()
      where topology_id = ${topology.id} and agent_id = ${LOCAL_AGENT} and deleted_at is null
        and id <> all(${rows.map(({ id }) => id)}::uuid[])`)
    return { added: added.length, updated, unchanged: kept.length - updated, deleted }
  })
}

type Known = ReadonlyMap<string, string>

const componentKey = (parentId: string | null, type: string | null, name: string) =>
  toJsonText([parentId, type ?? '', name])

/** The ids by the key of a component; a live component wins over a deleted one. */
async function readKnownIds(tx: Queryable, topologyId: string): Promise<Known> {
  const rows = await tx.query<{ id: string; parent_id: string | null; type: string | null; name: string }>(sql`
    select id::text, parent_id::text, type, name from components
    where topology_id = ${topologyId} and agent_id = ${LOCAL_AGENT}
    order by deleted_at is null, created_at`)
  return new Map(rows.map(({ id, parent_id, type, name }) => [componentKey(parent_id, type, name), id]))
}

async function newIds(tx: Queryable, count: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select generate_ulid()::uuid::text as id from generate_series(1, ${count}::int)`)
  return rows.map(({ id }) => id)
}

const countComponents = (some: readonly DeclaredComponent[]): number =>
  some.reduce((sum, { children }) => sum + 1 + countComponents(children), 0)

/** Returns parents before their children. */
function toRows(top: readonly DeclaredComponent[], topology: Topology, idOf: (key: string) => string): Row[] {
  const rows: Row[] = []
  const visit = (some: readonly DeclaredComponent[], path: readonly string[]) => {
    for (const { name, own, reported, children } of some) {
      const parentId = path.at(-1) ?? null
      const type = own.type || null
      const id = idOf(componentKey(parentId, type, name))
      rows.push({
        id,
        parent_id: parentId,
        path: path.join('.'),
        is_leaf: children.length === 0,
        name,
        type,
        namespace: own.namespace || topology.namespace,
        schedule: topology.schedule,
        icon: own.icon || null,
        owner: own.owner || null,
        tooltip: own.tooltip || null,
        lifecycle: own.lifecycle || null,
        labels: own.labels ?? null,
        properties: filled(own.properties),
        selectors: filled(own.selectors),
        configs: filled(own.configs),
        component_checks: filled(own.checks),
        log_selectors: filled(own.logs),
        status_expr: own.statusExpr || null,
        health_expr: own.healthExpr || null,
        reported: typeof own.hidden === 'boolean' ? { ...reported, hidden: own.hidden } : reported,
      } as Row)
      visit(children, [...path, id])
    }
  }
  visit(top, [])
  return rows
}

const filled = <T>(list: readonly T[] | null | undefined) => (list?.length ? list : null)

const declaredColumns = sql`
  id uuid, parent_id uuid, path text, is_leaf boolean, name text, type text, namespace text, schedule text, icon text,
  owner text, tooltip text, lifecycle text, labels jsonb, properties jsonb, selectors jsonb, configs jsonb,
  component_checks jsonb, log_selectors jsonb, status_expr text, health_expr text, reported jsonb`

async function insert(tx: Transaction, topologyId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    insert into components (id, topology_id, parent_id, path, is_leaf, name, type, namespace, schedule, icon, owner,
      tooltip, lifecycle, labels, properties, selectors, configs, component_checks, log_selectors, status_expr,
      health_expr, external_id, text, description, status, status_reason, health, hidden)
    select id, ${topologyId}, parent_id, path, is_leaf, name, type, namespace, schedule, icon, owner, tooltip, lifecycle,
      labels, properties, selectors, configs, component_checks, log_selectors, status_expr, health_expr,
      coalesce(reported ->> 'external_id', name), reported ->> 'text', reported ->> 'description', coalesce(reported ->> 'status', ''),
      reported ->> 'status_reason', reported ->> 'health', coalesce((reported ->> 'hidden')::boolean, false)
    from jsonb_to_recordset(${toStorableJson(rows)}::jsonb) as declared (${declaredColumns})`)
}

/** @returns the number of changed rows. */
async function update(tx: Transaction, rows: readonly Row[]): Promise<number> {
  if (rows.length === 0) return 0
  return tx.run(sql`
    update components set parent_id = declared_row.parent_id, path = declared_row.path, is_leaf = declared_row.is_leaf,
      namespace = declared_row.namespace, schedule = declared_row.schedule, icon = declared_row.icon, owner = declared_row.owner, tooltip = declared_row.tooltip,
      lifecycle = declared_row.lifecycle, labels = declared_row.labels, properties = declared_row.properties, selectors = declared_row.selectors,
      configs = declared_row.configs, component_checks = declared_row.component_checks, log_selectors = declared_row.log_selectors,
      status_expr = declared_row.status_expr, health_expr = declared_row.health_expr, external_id = declared_row.external_id, text = declared_row.text,
      description = declared_row.description, status = declared_row.status, status_reason = declared_row.status_reason, health = declared_row.health,
      hidden = declared_row.hidden, deleted_at = null
    from (
      select declared.*,
        case when reported ? 'external_id' then reported ->> 'external_id' else old.external_id end as external_id,
        case when reported ? 'text' then reported ->> 'text' else old.text end as text,
        case when reported ? 'description' then reported ->> 'description' else old.description end as description,
        case when reported ? 'status' then coalesce(reported ->> 'status', '') else old.status end as status,
        case when reported ? 'status_reason' then reported ->> 'status_reason' else old.status_reason end as status_reason,
        case when reported ? 'health' then reported ->> 'health' else old.health end as health,
        case when reported ? 'hidden' then (reported ->> 'hidden')::boolean else old.hidden end as hidden
      from jsonb_to_recordset(${toStorableJson(rows)}::jsonb) as declared (${declaredColumns})
        join components as old on old.id = declared.id
    ) as declared_row
    where components.id = declared_row.id and (
      components.parent_id, components.path, components.is_leaf, components.namespace, components.schedule,
      components.icon, components.owner, components.tooltip, components.lifecycle, components.labels,
      components.properties, components.selectors, components.configs, components.component_checks,
      components.log_selectors, components.status_expr, components.health_expr, components.external_id, components.text,
      components.description, components.status, components.status_reason, components.health, components.hidden,
      components.deleted_at
    ) is distinct from (
      declared_row.parent_id, declared_row.path, declared_row.is_leaf, declared_row.namespace, declared_row.schedule, declared_row.icon, declared_row.owner, declared_row.tooltip,
      declared_row.lifecycle, declared_row.labels, declared_row.properties, declared_row.selectors, declared_row.configs, declared_row.component_checks,
      declared_row.log_selectors, declared_row.status_expr, declared_row.health_expr, declared_row.external_id, declared_row.text, declared_row.description, declared_row.status,
      declared_row.status_reason, declared_row.health, declared_row.hidden, null::timestamptz
    )`)
}
