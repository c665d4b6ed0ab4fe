import { z } from 'zod'
import type { DatabaseRow, PersonReader } from '../../data/db/db'
import { joinSql, type Sql, sql } from '../../data/db/sql'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import type { QueuedEvent } from '../../platform/jobs/event-queue'
import { MESSAGE_SOURCE } from '../dispatch/events'
import { type LastResult, parseResourceKind } from '../event'
import { healthStates, reportedHealth } from '../health-events'
import { isNoTest } from '../send-row'

/** An event that happened, with its known properties. */
export type PastEvent = QueuedEvent & {
  /** The result of the run that changed the status of a check. */
  result?: LastResult
  /** The source of a change of a config item. */
  changeSource?: string
  /** A message that recorded the event. */
  sendId?: string
}

export type PastEventQuery = {
  names: readonly string[]
  /** Whether to include the events that end the state that an event reports: `check.passed` for `check.failed`. */
  hasRelated?: boolean
  since: Date
  until: Date
  /** Only events about this resource, incident, responder, comment, evidence, playbook or approval. */
  about?: string
  most: number
  /** The time, of `Date.now`, at which reading stops. */
  deadline: number
}

type PastEvents = {
  /** The oldest first. */
  events: PastEvent[]
  /** Why events can be missing, as sentences. */
  gaps: string[]
}

/** Checks whose runs one statement reads. */
const CHECKS_AT_ONCE = 5
const MOST_CHECKS = 500

/**
 * The newest past events with these names that the reader may read. No relation records events, so they are derived
 * from what the events are about: the runs of checks, the changes of config items and the history of incidents. Other
 * events are known only if a rule has recorded a message about them.
 */
export async function listPastEvents(reader: PersonReader, asked: PastEventQuery): Promise<PastEvents> {
  const names = asked.hasRelated ? [...new Set(asked.names.flatMap(relatedNames))] : asked.names
  const query = { ...asked, names }
  const [checks, recorded, messages] = [
    await listCheckEvents(reader, query),
    await listRecordedEvents(reader, query),
    await listMessageEvents(reader, query),
  ]
  const all = [...checks.events, ...recorded, ...messages].toSorted(newestFirst)
  const inMessages = asked.names.filter(isKnownFromMessages)
  return {
    events: all.slice(0, query.most).toReversed(),
    gaps: [
      ...(inMessages.length > 0
        ? [`Only events that a rule recorded a message about are known for ${inMessages.join(', ')}.`]
        : []),
      ...checks.gaps,
      ...(all.length > query.most ? [`Only the newest ${query.most.toLocaleString('en')} events are included.`] : []),
    ],
  }
}

const newestFirst = (a: PastEvent, b: PastEvent) => b.createdAt.getTime() - a.createdAt.getTime()

/** Whether only messages record events of this name. Runs record the health of checks. */
const isKnownFromMessages = (name: string): boolean =>
  (reportedHealth(name) !== undefined && parseResourceKind(name) !== 'check') ||
  name === 'incident.dod.removed' ||
  name === 'playbook.spec.approval.updated'

type CheckRow = LastResult & { check_id: string; at: Date }

/** Changes of the status of checks. A run without a result changes the status, too, without an event. */
async function listCheckEvents(
  reader: PersonReader,
  { names, since, until, about, most, deadline }: PastEventQuery
): Promise<PastEvents> {
  const wanted = [...(names.includes('check.passed') ? [true] : []), ...(names.includes('check.failed') ? [false] : [])]
  if (wanted.length === 0) return { events: [], gaps: [] }
  const checks = await reader.query<{ id: string; changedAt: Date | null }>(sql`
    select id::text, last_transition_time as "changedAt" from checks
    where (last_transition_time is null or last_transition_time >= ${since}) and ${isAbout(sql`id`, about)}
    order by last_transition_time desc nulls first, id limit ${MOST_CHECKS + 1}`)
  const events: PastEvent[] = []
  const gaps = checks.length > MOST_CHECKS ? [`Only events of ${MOST_CHECKS} checks are included.`] : []
  for (let index = 0; index < Math.min(checks.length, MOST_CHECKS); index += CHECKS_AT_ONCE) {
    if (Date.now() > deadline) {
      gaps.push('The runs of some checks were not read, because that took too long.')
      break
    }
    // The other checks have only older events.
    const newest = events.toSorted(newestFirst)[most]?.createdAt
    const changedAt = checks[index]?.changedAt
    if (newest && changedAt && newest > changedAt) break
    const ids = checks.slice(index, Math.min(index + CHECKS_AT_ONCE, MOST_CHECKS)).map(({ id }) => id)
    const rows = await reader.query<CheckRow>(checkTransitionsSql(ids, wanted, { since, until, most }))
    for (const { check_id: id, at, ...result } of rows) {
      const name = result.status ? 'check.passed' : 'check.failed'
      events.push({ name, createdAt: at, properties: { id, last_runtime: at.toISOString() }, result })
    }
  }
  return { events, gaps }
}

const checkTransitionsSql = (
  ids: readonly string[],
  statuses: readonly boolean[],
  { since, until, most }: Pick<PastEventQuery, 'since' | 'until' | 'most'>
): Sql => sql`
  select check_id::text, time as at, status, coalesce(message, '') as message, coalesce(error, '') as error, duration,
    to_jsonb(time) #>> '{}' as time
  from (
    select check_id, time, status, message, error, duration,
      lag(status) over earlier as previous, row_number() over earlier as place
    from check_statuses where check_id = any(${[...ids]}::uuid[]) and time >= ${since} and time < ${until}
    window earlier as (partition by check_id order by time)
  ) as run
  where status = any(${[...statuses]}::boolean[]) and status is distinct from case when place > 1 then previous else (
    select before.status from check_statuses as before
    where before.check_id = run.check_id and before.time < ${since} order by before.time desc limit 1
  ) end
  order by at desc limit ${most + 1}`

const isAbout = (id: Sql, about: string | undefined): Sql => (about === undefined ? sql`true` : sql`${id} = ${about}`)

type Source = {
  /** The beginnings of the names of the events. */
  names: readonly string[]
  /** Selects `name`, `id`, `at`, `change_id` and `change_source`. */
  select: Sql
  id: Sql
  at: Sql
}

const unchanged = sql`null::text as change_id, null::text as change_source`

/** Relations whose rows tell when an event happened. */
const sources: readonly Source[] = [
  {
    names: ['config.created'],
    select: sql`select 'config.created' as name, id::text, created_at as at, ${unchanged} from config_items where true`,
    id: sql`id`,
    at: sql`created_at`,
  },
  {
    names: ['config.deleted'],
    select: sql`
      select 'config.deleted' as name, id::text, deleted_at as at, ${unchanged} from config_items
      where deleted_at is not null`,
    id: sql`id`,
    at: sql`deleted_at`,
  },
  {
    names: ['config.updated', 'config.changed'],
    select: sql`
      select case change_type when 'diff' then 'config.updated' else 'config.changed' end as name, config_id::text as id,
        created_at as at, id::text as change_id, source as change_source
      from config_changes where source is distinct from ${MESSAGE_SOURCE}`,
    id: sql`config_id`,
    at: sql`created_at`,
  },
  {
    names: ['incident.created'],
    select: sql`select 'incident.created' as name, id::text, created_at as at, ${unchanged} from incidents where true`,
    id: sql`id`,
    at: sql`created_at`,
  },
  {
    names: ['incident.status.'],
    select: sql`
      select 'incident.status.' || description as name, incident_id::text as id, created_at as at, ${unchanged}
      from incident_histories where type = 'incident.status_updated'`,
    id: sql`incident_id`,
    at: sql`created_at`,
  },
  {
    names: ['incident.comment.added'],
    select: sql`
      select 'incident.comment.added' as name, id::text, created_at as at, ${unchanged} from comments where true`,
    id: sql`id`,
    at: sql`created_at`,
  },
  {
    names: ['incident.responder.added'],
    select: sql`
      select 'incident.responder.added' as name, id::text, created_at as at, ${unchanged} from responders where true`,
    id: sql`id`,
    at: sql`created_at`,
  },
  {
    names: ['incident.responder.removed'],
    select: sql`
      select 'incident.responder.removed' as name, id::text, deleted_at as at, ${unchanged} from responders
      where deleted_at is not null`,
    id: sql`id`,
    at: sql`deleted_at`,
  },
  {
    names: ['incident.dod.added', 'incident.dod.passed', 'incident.dod.regressed'],
    select: sql`
      select case when type = 'evidence.done_definition_added' then 'incident.dod.added'
          when description = 'true' then 'incident.dod.passed' else 'incident.dod.regressed' end as name,
        evidence_id::text as id, created_at as at, ${unchanged}
      from incident_histories
      where type in ('evidence.done_definition_added', 'evidence.done_updated') and evidence_id is not null`,
    id: sql`evidence_id`,
    at: sql`created_at`,
  },
  {
    names: ['playbook.approval.inserted'],
    select: sql`
      select 'playbook.approval.inserted' as name, id::text, created_at as at, ${unchanged} from playbook_approvals
      where true`,
    id: sql`id`,
    at: sql`created_at`,
  },
]

type RecordedRow = DatabaseRow & {
  name: string
  id: string
  at: Date
  change_id: string | null
  change_source: string | null
}

async function listRecordedEvents(
  reader: PersonReader,
  { names, since, until, about, most }: PastEventQuery
): Promise<PastEvent[]> {
  const used = sources.filter((source) =>
    source.names.some((beginning) => names.some((name) => name.startsWith(beginning)))
  )
  if (used.length === 0) return []
  const branches = used.map(
    ({ select, id, at }) => sql`
      (${select} and ${at} >= ${since} and ${at} < ${until} and ${isAbout(id, about)} order by at desc limit ${most + 1})`
  )
  const rows = await reader.query<RecordedRow>(sql`
    select * from (${joinSql(branches, sql` union all `)}) as event
    where name = any(${[...names]}::text[]) order by at desc limit ${most + 1}`)
  return rows.map(({ name, id, at, change_id: changeId, change_source: changeSource }) => ({
    name,
    createdAt: at,
    properties: { id, ...(changeId && { change_id: changeId }) },
    ...(changeSource && { changeSource }),
  }))
}

export type MessageRow = DatabaseRow & {
  id: string
  source_event: string
  resource_id: string
  payload: unknown
  created_at: Date
}

/** Messages about the same event, which several rules can have, count once. */
async function listMessageEvents(
  reader: PersonReader,
  { names, since, until, about, most }: PastEventQuery
): Promise<PastEvent[]> {
  const wanted = names.filter(isKnownFromMessages)
  if (wanted.length === 0) return []
  const rows = await reader.query<MessageRow>(sql`
    select id::text, source_event, resource_id::text, payload, created_at from notification_send_history
    where source_event = any(${wanted}::text[]) and created_at >= ${since} and created_at < ${until}
      and ${isAbout(sql`resource_id`, about)} and ${isNoTest(sql`payload`)}
    order by created_at desc, id limit ${most + 1}`)
  const known = new Map<string, PastEvent>()
  for (const row of rows) {
    const event = parseMessageEvent(row)
    const key = `${event.name} ${event.properties['id']} ${event.createdAt.getTime()}`
    if (event.createdAt >= since && event.createdAt < until && !known.has(key)) known.set(key, event)
  }
  return [...known.values()]
}

const payloadSchema = z.object({
  event_created_at: z.string().optional().catch(undefined),
  properties: z
    .string()
    .transform((text) => z.record(z.string(), z.string()).safeParse(tryParseJson(text)).data)
    .optional()
    .catch(undefined),
})

/** The event that a message is about. */
export function parseMessageEvent({ id, source_event: name, resource_id, payload, created_at }: MessageRow): PastEvent {
  const read = payloadSchema.safeParse(payload ?? {}).data
  const at = new Date(read?.event_created_at ?? '')
  return {
    name,
    createdAt: Number.isNaN(at.getTime()) ? created_at : at,
    properties: { id: resource_id, ...read?.properties },
    sendId: id,
  }
}

/** An event, and the events that end the state that it reports. */
function relatedNames(name: string): readonly string[] {
  const kind = parseResourceKind(name)
  if (kind === 'check') return ['check.passed', 'check.failed']
  if (kind !== 'config' && kind !== 'component') return [name]
  const states = healthStates.map((state) => `${kind}.${state}`)
  return reportedHealth(name) !== undefined ? [...states, ...(kind === 'config' ? ['config.deleted'] : [])] : [name]
}
