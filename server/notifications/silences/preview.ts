import type { DatabaseRow, PersonReader } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { Evaluate } from '../../platform/expression/evaluator'
import { HttpError } from '../../http/errors'
import { readNotificationEvent } from '../event'
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

export type PreviewDeps = {
  reader: PersonReader
  evaluate: Evaluate
  /** Whose time filters take. */
  owner: string
  mayRead: (table: string) => boolean
  now: Date
}

/**
 * The messages of the last seven days that a silence would have held back, the newest first. Resources are read as
 * they are now. Reading stops at 100 results, 5000 messages, 500 resources and after ten seconds.
 * @throws {HttpError} 500 when the filter fails for a resource.
 */
export async function previewSilence(
  scope: SilenceScope,
  { reader, evaluate, owner, mayRead, now }: PreviewDeps
): Promise<Record<string, unknown>[]> {
  const deadline = Date.now() + DEADLINE_MS
  // Messages about one resource and event have the same verdict.
  const verdicts = new Map<string, boolean>()
  const found: SentRow[] = []
  const decide = async ({ source_event: name, resource_id: id, created_at: createdAt }: SentRow): Promise<boolean> => {
    const event = await readNotificationEvent(reader, { name, properties: { id }, createdAt })
    if (!event?.resource) return false
    const result = await matchSilence(scope, event, evaluate, owner)
    if (result.kind === 'failed') throw new HttpError(500, result.error)
    return result.kind === 'decided' && result.matches
  }
  let before: SentRow | undefined
  for (let read = 0; read < MOST_MESSAGES; read += CHUNK) {
    const rows = await listSent(reader, new Date(now.getTime() - DAYS * 86_400_000), before)
    for (const row of rows) {
      const key = `${row.source_event} ${row.resource_id}`
      let isCovered = verdicts.get(key)
      if (isCovered === undefined) {
        if (verdicts.size >= MOST_RESOURCES || Date.now() > deadline) continue
        isCovered = await decide(row)
        verdicts.set(key, isCovered)
      }
      if (isCovered) found.push(row)
      if (found.length === MOST_RESULTS) break
    }
    before = rows.at(-1)
    if (rows.length < CHUNK || found.length === MOST_RESULTS || Date.now() > deadline) break
  }
  return Promise.all(found.map(({ id }) => readMessage(reader, id, mayRead)))
}

const listSent = (reader: PersonReader, since: Date, before: SentRow | undefined) =>
  reader.query<SentRow>(sql`
    select id::text, source_event, resource_id::text, created_at from notification_send_history
    where status = 'sent' and created_at >= ${since} and resource_id is not null ${older(before)}
    order by created_at desc, id desc limit ${CHUNK}`)

const older = (before: SentRow | undefined): Sql =>
  before ? sql`and (created_at, id) < (${before.created_at}, ${before.id}::uuid)` : sql``
