import type { DatabaseRow, PersonReader } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { Evaluate } from '../../platform/expression/evaluator'
import type { ResourceKind } from '../../platform/selection/find-resource'
import { HttpError } from '../../http/errors'
import { parseResourceKind, readResourceEvents } from '../event'
import { readMessage } from '../message'
import { matchSilence, type SilenceScope } from './match'

/** How far back a preview reads, in days. */
const DAYS = 7
const MOST_RESULTS = 100
/** Messages and resources that one preview reads. */
const MOST_MESSAGES = 5000
const CHUNK = 500
const MOST_RESOURCES = 500
const DEADLINE_MS = 10_000

type SentRow = DatabaseRow & { id: string; source_event: string; resource_id: string; created_at: Date }
/** A message that a silence would have held back, with the name of its resource. */
export type HeldBack = { id: string; event: string; resourceId: string; name: string; at: Date }

type Deps = {
  reader: PersonReader
  evaluate: Evaluate
  /** Whose time filters take. */
  owner: string
  now: Date
}

/**
 * The messages of the last seven days that a silence would have held back, the newest first. Resources are read as
 * they are now. Reading stops at 100 results, 5000 messages, 500 resources and after ten seconds.
 * @throws {HttpError} 500 when the filter fails for a resource.
 */
export async function previewSilence(
  scope: SilenceScope,
  { mayRead, ...deps }: Deps & { mayRead: (table: string) => boolean }
): Promise<Record<string, unknown>[]> {
  const limits = { deadlineMs: Date.now() + DEADLINE_MS, most: MOST_RESULTS, status: 500 } as const
  const { rows } = await findHeldBack(scope, { ...deps, ...limits })
  return Promise.all(rows.map(({ id }) => readMessage(deps.reader, id, mayRead)))
}

type Limits = {
  /** When reading stops, in milliseconds since 1970. */
  deadlineMs: number
  /** The most results. */
  most: number
  /** The status of the error when the filter fails for a resource. */
  status: 400 | 500
}

/**
 * Finds the sent messages of the last seven days that a silence would have held back, the newest first.
 * @returns `isPartial` when reading stopped at a limit
 */
export async function findHeldBack(
  scope: SilenceScope,
  { now, most, ...deps }: Deps & Limits
): Promise<{ rows: HeldBack[]; isPartial: boolean }> {
  const verdicts = new Map<string, Verdict>()
  const found: HeldBack[] = []
  let isCut = false
  let before: SentRow | undefined
  for (let read = 0; read < MOST_MESSAGES; read += CHUNK) {
    const rows = await listSent(deps.reader, new Date(now.getTime() - DAYS * 86_400_000), before)
    isCut = !(await addVerdicts(verdicts, rows, scope, deps)) || isCut
    for (const row of rows) {
      const verdict = verdicts.get(keyOf(row))
      if (!verdict?.isCovered) continue
      if (found.length === most) return { rows: found, isPartial: true }
      const { id, source_event: event, resource_id: resourceId, created_at: at } = row
      found.push({ id, event, resourceId, name: verdict.name, at })
    }
    before = rows.at(-1)
    if (rows.length < CHUNK) return { rows: found, isPartial: isCut }
    if (Date.now() > deps.deadlineMs) break
  }
  return { rows: found, isPartial: true }
}

type Verdict = { isCovered: boolean; name: string }

/** Messages about one resource and event have the same verdict. */
const keyOf = ({ source_event: event, resource_id: id }: SentRow) => `${event} ${id}`

/** Decides about the resources and events of messages that are not decided yet. @returns whether about all of them */
async function addVerdicts(
  verdicts: Map<string, Verdict>,
  rows: readonly SentRow[],
  scope: SilenceScope,
  { reader, evaluate, owner, deadlineMs, status }: Omit<Deps, 'now'> & Omit<Limits, 'most'>
): Promise<boolean> {
  const open = [...new Map(rows.map((row) => [keyOf(row), row])).values()].filter((row) => !verdicts.has(keyOf(row)))
  const taken = open.slice(0, Math.max(0, MOST_RESOURCES - verdicts.size))
  let isComplete = taken.length === open.length
  for (const [kind, ofKind] of byKind(taken)) {
    const events = await readResourceEvents(
      reader,
      kind,
      ofKind.map((row) => ({
        name: row.source_event,
        properties: { id: row.resource_id },
        createdAt: row.created_at,
        resourceId: row.resource_id,
      })),
      scope.filter === null ? 'selection' : 'all'
    )
    for (const [at, row] of ofKind.entries()) {
      const event = events[at]
      if (event && Date.now() > deadlineMs) return false
      const result = event && (await matchSilence(scope, event, evaluate, owner))
      if (result?.kind === 'failed') throw new HttpError(status, result.error)
      if (result?.kind === 'unavailable') isComplete = false
      const isCovered = result?.kind === 'decided' && result.matches
      verdicts.set(keyOf(row), { isCovered, name: event?.resource?.selectable.name ?? '' })
    }
  }
  return isComplete
}

/** Messages about incidents and playbooks are about no resource, which no silence covers by name. */
function byKind(rows: readonly SentRow[]): Map<ResourceKind, SentRow[]> {
  const found = new Map<ResourceKind, SentRow[]>()
  for (const row of rows) {
    const kind = parseResourceKind(row.source_event)
    if (kind !== undefined) found.set(kind, [...(found.get(kind) ?? []), row])
  }
  return found
}

const listSent = (reader: PersonReader, since: Date, before: SentRow | undefined) =>
  reader.query<SentRow>(sql`
    select id::text, source_event, resource_id::text, created_at from notification_send_history
    where status = 'sent' and created_at >= ${since} and resource_id is not null ${older(before)}
    order by created_at desc, id desc limit ${CHUNK}`)

const older = (before: SentRow | undefined): Sql =>
  before ? sql`and (created_at, id) < (${before.created_at}, ${before.id}::uuid)` : sql``
