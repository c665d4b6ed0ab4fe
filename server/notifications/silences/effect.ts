import type { DatabaseRow, PersonReader } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import type { Evaluate } from '../../platform/expression/evaluator'
import { evaluateEventFilter } from '../event-filter'
import { readResourceEvents, type ResourceEvent } from '../event'
import { composeHealthEvent } from '../health-events'
import { matchSilence, type SilenceScope } from './match'
import { findHeldBack, type HeldBack } from './preview'

/** Resources that are read, the unhealthy ones first. */
const MOST_RESOURCES = 5000
/** Resources that are read together. Those for filters have their documents. */
const CHUNK = { all: 100, selection: 1000 } as const
const EVALUATED_TOGETHER = 50
const DEADLINE_MS = 6000
/** Resources and messages that the effect names. */
const NAMED = 5
const MOST_HELD_BACK = 1000

const kinds = ['check', 'config', 'component'] as const
type Covered = { kind: (typeof kinds)[number]; id: string; name: string; health: string | null }

export type SilenceEffect = {
  resources: {
    covered: number
    unhealthy: number
    /** The resources that were compared with the silence; fewer than `total` if `isPartial`. */
    read: number
    /** The checks, config items and components that the caller may read. */
    total: number
    isPartial: boolean
    /** The unhealthy ones first. */
    first: Covered[]
  }
  /** The messages of the last seven days that the silence would have held back. */
  messages: { count: number; isPartial: boolean; first: HeldBack[] }
}

type Deps = {
  reader: PersonReader
  evaluate: Evaluate
  /** The owner of the time that filters take. */
  owner: string
  now: Date
}

/**
 * Finds the resources that a silence covers now, and the messages that it would have held back. A resource is covered
 * if a message about its present state would be held back. Both parts stop at a limit and at a deadline, and are
 * partial then.
 * @param named how many resources and messages are named
 * @throws {HttpError} 400 when the filter fails for a resource.
 */
export async function readSilenceEffect(
  scope: SilenceScope,
  deps: Deps,
  named: number = NAMED
): Promise<SilenceEffect> {
  const deadlineMs = Date.now() + DEADLINE_MS
  const total = await countResources(deps.reader)
  const candidates = await listCandidates(deps.reader, scope)
  if (candidates.length === 0) await requireReadableFilter(scope, deps)
  const { covered, read, isCut } = await findCovered(scope, candidates.slice(0, MOST_RESOURCES), deps, deadlineMs)
  // The candidates of a silence without filter and selectors are all that it can cover.
  const isNamed = scope.filter === null && scope.selectors.length === 0
  const isPartial = isCut || candidates.length > MOST_RESOURCES
  const messages = await findHeldBack(scope, { ...deps, deadlineMs, most: MOST_HELD_BACK, status: 400 })
  return {
    resources: {
      covered: covered.length,
      unhealthy: covered.filter(({ health }) => health === 'unhealthy').length,
      read: isNamed && !isPartial ? total : read,
      total,
      isPartial,
      first: covered.slice(0, named),
    },
    messages: { count: messages.rows.length, isPartial: messages.isPartial, first: messages.rows.slice(0, named) },
  }
}

/** Compares candidates with a silence, in their order. */
async function findCovered(
  scope: SilenceScope,
  candidates: readonly Covered[],
  { reader, evaluate, owner, now }: Deps,
  deadlineMs: number
): Promise<{ covered: Covered[]; read: number; isCut: boolean }> {
  const parts = scope.filter === null ? 'selection' : 'all'
  const covered: Covered[] = []
  let read = 0
  for (let from = 0; from < candidates.length; from += CHUNK[parts]) {
    const chunk = candidates.slice(from, from + CHUNK[parts])
    const isCovered = new Set<string>()
    for (const kind of kinds) {
      const ofKind = chunk.filter((one) => one.kind === kind)
      const events = await readResourceEvents(
        reader,
        kind,
        ofKind.map((one) => toStateEvent(one, now)),
        parts
      )
      for (let at = 0; at < events.length; at += EVALUATED_TOGETHER) {
        if (Date.now() > deadlineMs) return { covered, read, isCut: true }
        const verdicts = await Promise.all(
          events
            .slice(at, at + EVALUATED_TOGETHER)
            .map(
              async (event) =>
                event && { id: event.resource?.id, ...(await matchSilence(scope, event, evaluate, owner)) }
            )
        )
        for (const verdict of verdicts) {
          if (verdict?.kind === 'failed') throw new HttpError(400, verdict.error)
          // The time for expressions is used up: nothing is known about the rest.
          if (verdict?.kind === 'unavailable') return { covered, read, isCut: true }
          if (verdict?.matches && verdict.id !== undefined) isCovered.add(verdict.id)
        }
      }
    }
    covered.push(...chunk.filter(({ id }) => isCovered.has(id)))
    read += chunk.length
  }
  return { covered, read, isCut: false }
}

/** The event of the present state of a resource. Messages about any other state are skipped. */
const toStateEvent = ({ kind, id, health }: Covered, createdAt: Date): ResourceEvent => ({
  name: composeHealthEvent(kind, health),
  properties: { id },
  createdAt,
  resourceId: id,
})

/** Without any resource, a filter is evaluated for an event about none, so that its mistakes are found. */
async function requireReadableFilter({ filter }: SilenceScope, { evaluate, owner, now }: Deps): Promise<void> {
  if (filter === null) return
  const env = { event: { name: 'check.failed', created_at: now.toISOString(), properties: {} } }
  const result = await evaluateEventFilter(filter, env, evaluate, owner)
  if (result.kind === 'failed') throw new HttpError(400, result.error)
}

async function countResources(reader: PersonReader): Promise<number> {
  const [row] = await reader.query<{ total: number }>(sql`
    select (select count(*) from checks where deleted_at is null)
      + (select count(*) from config_items where deleted_at is null)
      + (select count(*) from components where deleted_at is null) as total`)
  return row?.total ?? 0
}

/** The resources that a silence may cover, the unhealthy ones first; one more than are read, if there are more. */
const listCandidates = (reader: PersonReader, scope: SilenceScope): Promise<(Covered & DatabaseRow)[]> =>
  reader.query(sql`
    select kind, id::text, coalesce(name, '') as name, health from (
      select 'check' as kind, id, name, status as health from checks where deleted_at is null and ${nearCheck(scope)}
      union all
      select 'config', id, name, health from config_items where deleted_at is null
        and ${nearItem(scope, scope.configId)}
      union all
      select 'component', id, name, health from components where deleted_at is null
        and ${nearItem(scope, scope.componentId)}
    ) as found
    order by case health when 'unhealthy' then 0 when 'warning' then 1 when 'healthy' then 3 else 2 end, name, id
    limit ${MOST_RESOURCES + 1}`)

const hasConditions = ({ filter, selectors }: SilenceScope) => filter !== null || selectors.length > 0

const nearCheck = (scope: SilenceScope): Sql =>
  hasConditions(scope) ? sql`true` : sql`(id = ${scope.checkId} or canary_id = ${scope.canaryId})`

const nearItem = (scope: SilenceScope, id: string | null): Sql => {
  if (hasConditions(scope)) return sql`true`
  if (id === null) return sql`false`
  return scope.isRecursive ? sql`(id = ${id} or path like ${`%${id.toLowerCase()}%`})` : sql`id = ${id}`
}
