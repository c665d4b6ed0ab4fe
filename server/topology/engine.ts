import type { Logger } from 'pino'
import type { Db, PersonReader } from '../data/db/db'
import { joinSql, type Sql, sql } from '../data/db/sql'
import type { LogReader } from '../platform/log-reader'
import type { Engine } from '../platform/jobs/engine'
import { type Evaluate, evaluateFor } from '../platform/expression/evaluator'
import { HttpError } from '../http/errors'
import { withRights, defineRoute } from '../http/route'
import { LOCAL_AGENT, withJobHistory } from '../platform/jobs/job-history'
import { runOnSchedule, type ScheduledResource } from '../platform/jobs/on-schedule'
import { createReadAs } from '../identity/access/read-as'
import { asServer } from '../identity/access/reader'
import type { LocalProperties } from '../data/properties'
import { selectRowsSql } from '../platform/selection/select-rows'
import type { Selector } from '../platform/selection/selector'
import { declareComponents, type FindItems } from './declare'
import { topologyJobs } from './jobs'
import { updateLinks } from './links'
import { topologyRoutes } from './routes'
import { rollUp } from './roll-up'
import { snapshotRoutes } from './snapshot/routes'
import { parseTopologySpec, TopologyError } from './spec'
import { storeDeclared, type TopologySummary } from './store'
import { type ComponentRow, readStoredTopology } from './stored-topology'

type TopologyEngineDeps = {
  db: Db
  log: Logger
  now: () => Date
  hostname: string
  evaluate: Evaluate
  /** Reads the logs of snapshots. */
  logs: LogReader
  localProperties?: LocalProperties
}

/** A component with its aggregated status and health; `why` is a sentence, empty for a healthy component. */
type ComponentHealth = ComponentRow & { health: string; why: string }

type TopologyEngine = Required<Pick<Engine, 'name' | 'routes' | 'jobs' | 'start' | 'stop'>> & {
  /**
   * Creates and updates the components of a topology now, with a row in the job history. If it is already running,
   * waits for that run.
   * @returns undefined when there is no such topology here.
   * @throws the error that stopped the run; the stored components stay.
   */
  sync(id: string): Promise<TopologySummary | undefined>
  /**
   * Returns the current health of components by their ids. @throws {HttpError} 400 when they have too many
   * descendants.
   */
  readComponentHealth(ids: readonly string[]): Promise<ReadonlyMap<string, ComponentHealth>>
}

const DEFAULT_SCHEDULE = '@every 1h'
/** Limits for one lookup: its config items, and the total size of their documents. */
const MOST_ITEMS = 1000
const MOST_BYTES = 4 * 1024 * 1024

type Topology = ScheduledResource & {
  name: string
  namespace: string
  labels: Record<string, string> | null
  spec: unknown
  /** The person for whom it looks up config items. */
  writer: string | null
}

/** @throws {TopologyError} for an invalid selector. */
function readable(selector: Selector, now: Date): Sql | undefined {
  try {
    return selectRowsSql('configs', selector, now)
  } catch (error) {
    throw error instanceof HttpError ? new TopologyError(error.message) : error
  }
}

/** Creates the components of topologies and serves their aggregated health. */
export function createTopologyEngine({
  db,
  log,
  now,
  hostname,
  evaluate,
  logs,
  localProperties: local = new Map(),
}: TopologyEngineDeps): TopologyEngine {
  const readAs = createReadAs({ db, local })
  const list = async (): Promise<Topology[]> => {
    const rows = await db.query<Omit<Topology, 'text'>>(sql`
      select id::text, name, namespace, labels, spec, schedule,
        console.writer_of('topologies', id, created_by)::text as writer
      from topologies
      where deleted_at is null and agent_id = ${LOCAL_AGENT}`)
    return rows.map((row) => {
      const { schedule } = (row.spec ?? {}) as { schedule?: unknown }
      const { name, namespace, labels, spec } = row
      return {
        ...row,
        schedule: schedule || row.schedule || DEFAULT_SCHEDULE,
        text: JSON.stringify([name, namespace, labels, spec, row.schedule]),
      }
    })
  }

  const findAs = async (reader: PersonReader, selectors: Parameters<FindItems>[0]) => {
    // Without this error, a lookup that finds nothing would remove all of its components.
    if (!reader.mayRead('catalog'))
      throw new TopologyError('a lookup reads the catalog, which its last author may not read')
    const selected = selectors.flatMap((selector) => readable(selector, now()) ?? [])
    if (selected.length === 0) return []
    const rows = await reader.query<{ item: unknown; bytes: number }>(sql`
      select to_jsonb(config_items) - 'properties_values' as item, octet_length(config::text) as bytes from config_items
      where id in (${joinSql(
        selected.map((one) => sql`select id from (${one}) as resource`),
        sql` union `
      )})
      order by name, id limit ${MOST_ITEMS + 1}`)
    if (rows.length > MOST_ITEMS) throw new TopologyError(`a lookup matches more than ${MOST_ITEMS} config items`)
    if (rows.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) > MOST_BYTES)
      throw new TopologyError(`the config items of a lookup have more than ${MOST_BYTES} bytes`)
    return rows.map(({ item }) => item)
  }

  const run = async (topology: Topology, signal: AbortSignal): Promise<TopologySummary> => {
    const { id, name, namespace, labels, spec, writer } = topology
    let summary: TopologySummary = { added: 0, updated: 0, unchanged: 0, deleted: 0 }
    const job = { name: 'Topology', hostname, resourceType: 'topology', resourceId: id }
    await withJobHistory(db, job, async (report) => {
      const read = parseTopologySpec(spec)
      const schedule = read.schedule || null
      const top = await declareComponents(read, {
        name,
        labels,
        find: async (selectors) => findAs(await readAs(writer), selectors),
        evaluate: evaluateFor(evaluate, `topology ${id}`),
      })
      signal.throwIfAborted()
      summary = await storeDeclared(db, { id, namespace, schedule }, top)
      report.succeeded(summary.added + summary.updated + summary.unchanged)
      report.addDetails({ summary })
      const options = { now: now(), signal, topologyId: id, failed: (reason: string) => report.failed(reason) }
      for (const kind of ['configs', 'checks', 'components'] as const) await updateLinks(db, kind, options)
    })
    return summary
  }

  const topologies = runOnSchedule({
    list,
    isManual: ({ spec }) => spec === null,
    run,
    now,
    onError: (error) => log.error({ err: error }, 'topologies cannot be read; known topologies continue to run'),
  })
  const sync = topologies.runNow

  return {
    name: 'topology',
    routes: [
      ...topologyRoutes(evaluate),
      ...snapshotRoutes(logs, evaluate, now),
      defineRoute(
        'POST',
        '/api/canary/run/topology/:id',
        withRights(['read', 'topology'], ['update', 'topology']),
        async (context) => {
          const id = context.req.param('id')
          const summary = await sync(id).catch((error: unknown) => {
            throw error instanceof TopologyError ? new HttpError(422, error.message) : error
          })
          if (!summary) throw new HttpError(404, `There is no topology ${id.slice(0, 100)}`)
          const count = summary.added + summary.updated + summary.unchanged
          return context.json({ status: 'ok', count: String(count), summary })
        },
        { waitsFor: 'others' }
      ),
    ],
    sync,
    readComponentHealth: (ids) => readComponentHealth(db, evaluate, ids),
    jobs: topologyJobs(db, now, evaluate),
    start: async () => topologies.start(),
    stop: topologies.stop,
  }
}

async function readComponentHealth(
  db: Db,
  evaluate: Evaluate,
  ids: readonly string[]
): Promise<ReadonlyMap<string, ComponentHealth>> {
  const { rows, components, links } = await readStoredTopology(asServer(db), ids)
  const rolled = await rollUp(components, links, evaluateFor(evaluate, 'components'))
  return new Map(
    rows.flatMap((row) => {
      const found = rolled.get(row.id)
      if (!found) return []
      const { status, health, reason } = found
      return [[row.id, { ...row, status, health, why: reason?.text ?? '' }]]
    })
  )
}
