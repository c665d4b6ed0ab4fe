import { asServer } from '../identity/access/reader'
import type { Db } from '../data/db/db'
import { toJsonText, sql } from '../data/db/sql'
import { type Evaluate, evaluateFor } from '../platform/expression/evaluator'
import { inChunks } from '../platform/jobs/in-chunks'
import { LOCAL_AGENT } from '../platform/jobs/job-history'
import type { Job } from '../platform/jobs/jobs'
import { updateLinks } from './links'
import { rollUp } from './roll-up'
import { readStoredTopology } from './stored-topology'

const MINUTE_MS = 60_000

/** The jobs that update links, counts and costs of components. Names and periods are those of the protocol. */
export const topologyJobs = (db: Db, now: () => Date, evaluate: Evaluate): Job[] => [
  createLinkJob(db, now, 'ComponentConfigRun', 2, 'configs'),
  createLinkJob(db, now, 'ComponentCheckRun', 2, 'checks'),
  createLinkJob(db, now, 'ComponentRelationshipSync', 5, 'components'),
  {
    name: 'ComponentStatusSummarySync',
    resourceType: 'components',
    everyMs: 2 * MINUTE_MS,
    run: async (report, signal) => report.succeeded(await storeSummaries(db, evaluate, signal)),
  },
  {
    name: 'ComponentCostSync',
    resourceType: 'components',
    everyMs: 60 * MINUTE_MS,
    run: async (report) => report.succeeded(await sumCosts(db)),
  },
]

const createLinkJob = (
  db: Db,
  now: () => Date,
  name: string,
  everyMinutes: number,
  kind: Parameters<typeof updateLinks>[1]
): Job => ({
  name,
  resourceType: 'components',
  everyMs: everyMinutes * MINUTE_MS,
  run: async (report, signal) =>
    report.succeeded(await updateLinks(db, kind, { now: now(), signal, failed: (reason) => report.failed(reason) })),
})

/**
 * Stores the summaries of this backend's components for clients of the relational API.
 * @returns the number of changed rows.
 */
export async function storeSummaries(db: Db, evaluate: Evaluate, signal?: AbortSignal): Promise<number> {
  const { components, links } = await readStoredTopology(asServer(db), undefined)
  const rolled = [...(await rollUp(components, links, evaluateFor(evaluate, 'components')))]
  let stored = 0
  const work = async (some: typeof rolled) => {
    const summaries = some.map(([id, { summary }]) => ({ id, summary }))
    stored += await db.run(sql`
      update components set summary = rolled.summary
      from jsonb_to_recordset(${toJsonText(summaries)}::jsonb) as rolled (id uuid, summary jsonb)
      where components.id = rolled.id and agent_id = ${LOCAL_AGENT} and components.summary is distinct from rolled.summary`)
  }
  await inChunks(rolled, work, signal && { signal })
  return stored
}

/**
 * Sets the costs of components to the sum of the config items linked to them and their descendants, each item once.
 * Components without linked items keep their costs.
 * @returns the number of changed rows.
 */
export const sumCosts = (db: Db): Promise<number> =>
  db.run(sql`
    with recursive child (parent_id, id) as (
      select parent_id, id from components where parent_id is not null and deleted_at is null
      union
      select relationship_id, component_id from component_relationships where deleted_at is null
    ), below (top, id) as (
      select id, id from components where deleted_at is null and agent_id = ${LOCAL_AGENT}
      union
      select below.top, child.id from below join child on child.parent_id = below.id
    ), linked as (
      select distinct below.top, link.config_id
      from below join config_component_relationships as link on link.component_id = below.id and link.deleted_at is null
    ), summed as (
      select top, sum(item.cost_per_minute) as cost_per_minute, sum(item.cost_total_1d) as cost_total_1d,
        sum(item.cost_total_7d) as cost_total_7d, sum(item.cost_total_30d) as cost_total_30d
      from linked join config_items as item on item.id = linked.config_id and item.deleted_at is null
      group by top
    )
    update components as component set cost_per_minute = summed.cost_per_minute,
      cost_total_1d = summed.cost_total_1d, cost_total_7d = summed.cost_total_7d, cost_total_30d = summed.cost_total_30d
    from summed
    where component.id = summed.top and (
      component.cost_per_minute, component.cost_total_1d, component.cost_total_7d, component.cost_total_30d
    ) is distinct from (summed.cost_per_minute, summed.cost_total_1d, summed.cost_total_7d, summed.cost_total_30d)`)
