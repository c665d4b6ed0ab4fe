import { Readable } from 'node:stream'
import { z } from 'zod'
import type { PersonReader } from '../../data/db/db'
import { emptySql, sql } from '../../data/db/sql'
import { type Evaluate, evaluateFor } from '../../platform/expression/evaluator'
import { HttpError } from '../../http/errors'
import { withRights, type Route, defineRoute, requireCaller } from '../../http/route'
import { allows } from '@/shared/access/policy'
import type { LogReader } from '../../platform/log-reader'
import { buildTopologyResponse } from '../response'
import { topologyQuerySchema } from '../query'
import { rollUp } from '../roll-up'
import { readStoredTopology } from '../stored-topology'
import { snapshotFiles, type SnapshotOptions, parseWindow } from './snapshot'
import { toFileName, writeZip } from './zip'

/** Each reads thousands of rows for as long as its receiver takes. */
const MOST_PER_PERSON = 2
const MOST_AT_ONCE = 10
/** A download that takes longer is aborted. */
const LONGEST_MS = 10 * 60_000

const formats = z.enum(['log', 'json'])

/** `GET /api/snapshot/topology/{id}`: a download of a component and its surrounding data. */
export function snapshotRoutes(logs: LogReader, evaluate: Evaluate, now: () => Date): readonly Route[] {
  const active = createActiveSnapshots()
  return [
    defineRoute('GET', '/api/snapshot/topology/:id', withRights(['read', 'topology']), async (context) => {
      const personId = requireCaller(context).id
      active.requireSlot(personId)
      const id = context.req.param('id').toLowerCase()
      const at = now()
      const window = parseWindow(context.req.query('start'), context.req.query('end'), at)
      const isRelated = context.req.query('related') === 'true'
      const logFormat = formats.safeParse(context.req.query('logFormat') || 'log').data
      if (!logFormat) throw new HttpError(400, 'logFormat must be log or json')
      const reader = context.get('reader')
      const rules = context.get('rules')
      if (!z.guid().safeParse(id).success) throw missing(id)
      const stored = await readStoredTopology(reader, [id])
      const row = stored.rows.find((one) => one.id === id)
      if (!row) throw missing(id)
      const rolled = await rollUp(stored.components, stored.links, evaluateFor(evaluate, `person ${personId}`))
      const signal = AbortSignal.any([context.req.raw.signal, AbortSignal.timeout(LONGEST_MS)])
      const request: SnapshotOptions = {
        component: { id, name: row.name },
        ids: [
          ...new Set([
            ...stored.rows.map((one) => one.id),
            ...(isRelated ? await findRelatedIds(reader, id, allows(rules, 'catalog', 'read')) : []),
          ]),
        ],
        tree: buildTopologyResponse(stored, rolled, topologyQuerySchema.parse({ id, depth: '10' })).components,
        ...window,
        isRelated,
        logFormat,
        now: at,
      }
      const files = snapshotFiles(reader, rules, request, logs, signal)
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${toFileName(row.name)}-snapshot.zip"`,
      }
      // A HEAD request reads no files.
      if (context.req.method === 'HEAD') return new Response(null, { headers })
      const release = active.takeSlot(personId)
      // Also when the receiver goes away before it reads.
      const parts = Readable.from(writeZip(files, at), { signal }).once('close', release)
      return new Response(Readable.toWeb(parts) as ReadableStream<Uint8Array>, { headers })
    }),
  ]
}

/** The downloads in progress, by person: those of one person must not take the slots of the others. */
function createActiveSnapshots() {
  const people: string[] = []
  const requireSlot = (personId: string) => {
    const own = people.filter((one) => one === personId).length
    if (own >= MOST_PER_PERSON)
      throw new HttpError(429, `At most ${MOST_PER_PERSON} of your snapshots are created at once`)
    if (people.length >= MOST_AT_ONCE) throw new HttpError(429, `At most ${MOST_AT_ONCE} snapshots are created at once`)
  }
  return {
    /** @throws {HttpError} 429 */
    requireSlot,
    /** @returns a function that releases the slot. @throws {HttpError} 429 */
    takeSlot(personId: string): () => void {
      requireSlot(personId)
      people.push(personId)
      return () => void people.splice(people.indexOf(personId), 1)
    },
  }
}

const missing = (id: string) => new HttpError(404, `There is no component ${id.slice(0, 100)}`)

const MOST_RELATED = 1000

/**
 * Returns related components: by relationships in either direction, and by the same config items.
 * @param isByItems whether config items may be read.
 */
async function findRelatedIds(db: PersonReader, id: string, isByItems: boolean): Promise<string[]> {
  const byItems = sql`union select id from lookup_component_config_id_related_components(${id})`
  const rows = await db.query<{ id: string }>(sql`
    select components.id::text from components
    where deleted_at is null and id in (select id from lookup_component_relations(${id}) ${isByItems ? byItems : emptySql})
    order by id limit ${MOST_RELATED}`)
  return rows.map((row) => row.id)
}
