import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { ChangeOrigin } from '@/lib/catalog/change-origin'
import { FREQUENCY_DAYS } from '@/lib/incidents/causes'
import { loadModule } from '@/lib/load-module'
import { sendStatusLabel } from '@/lib/notifications/send-status'
import { formatRunStatus, isRunFailed } from '@/lib/playbooks/run-status'
import { MOST_TRANSITION_RUNS, readTransitions } from '../health/check-transitions'
import { call, type QueryParams } from '../http'
import { readParts } from '../parts'
import { gte, inList, limit, lt, or, order, select } from '../postgrest'
import { timestamp } from '../time'
import type { SubjectKind, TimelineResource } from './resources'

type BaseEvent = {
  id: string
  /** Milliseconds since 1970. */
  at: number
  /** Type of the event, for which its usual frequency is counted: `Deployment`, `OOMKilling`. */
  type: string
  title: string
  on: TimelineResource
  /** The status word of a run or a notification. */
  status?: string | undefined
  severity?: string | undefined
  summary?: string | undefined
  /** Author or source. */
  by?: string | undefined
  /** Number of occurrences, if more than one. */
  count?: number | undefined
  /** A playbook run that has not started, and therefore has not changed anything. */
  isWaiting?: boolean
  /** Time of the first occurrence, if there are several. */
  first?: number | undefined
  /** Of a change: who or what made it. */
  origin?: ChangeOrigin | undefined
  /** An event such as a restarted pod, which follows from something that a person or a pipeline did. */
  isDerived?: boolean
  /** Id of the change that caused a derived event. */
  causedBy?: string | undefined
}
/**
 * An entry of the timeline. `failed`, `passed`: a check started failing or passed again, or an item became unhealthy or
 * healthy.
 */
export type TimelineEvent = BaseEvent & { is: 'change' | 'insight' | 'run' | 'notification' | 'failed' | 'passed' }

export type Timeline = {
  events: readonly TimelineEvent[]
  /** Number of changes by type and config item in the days before, keyed by `frequencyKey`. */
  usual: ReadonlyMap<string, number>
  /** Number of days that were counted: fewer if there are many events. */
  usualDays: number
  /** The sections that could not be read, with the reason. */
  missing: readonly string[]
}

export const frequencyKey = ({ type, on }: { type: string; on: string }) => `${on} ${type}`

const loadDescribe = () => import('./describe-changes')

/** Maximum number of rows per type of event. */
const MOST_ROWS = 2000
const DAY_MS = 24 * 60 * 60 * 1000
/** How long loaded days are reused, as with any other query. */
const KEPT_MS = 300_000

const changeRow = z.object({
  id: z.guid(),
  config_id: z.guid(),
  change_type: z.nullish(z.string()),
  created_at: timestamp,
  count: z.nullish(z.number()),
  severity: z.nullish(z.string()),
  source: z.nullish(z.string()),
  summary: z.nullish(z.string()),
  external_created_by: z.nullish(z.string()),
  created_by: z.nullish(z.guid()),
  first_observed: z.nullish(timestamp),
})
const insightRow = z.object({
  id: z.guid(),
  config_id: z.guid(),
  analyzer: z.string(),
  severity: z.nullish(z.string()),
  summary: z.nullish(z.string()),
  first_observed: timestamp,
})
const runRow = z.object({
  id: z.guid(),
  created_at: timestamp,
  start_time: z.nullish(timestamp),
  status: z.string(),
  error: z.nullish(z.string()),
  config_id: z.nullish(z.guid()),
  component_id: z.nullish(z.guid()),
  check_id: z.nullish(z.guid()),
  playbooks: z.nullish(z.object({ name: z.string(), title: z.nullish(z.string()) })),
  created_by: z.nullish(z.object({ name: z.string() })),
})
const notificationRow = z.object({
  id: z.guid(),
  resource_id: z.guid(),
  source_event: z.string(),
  status: z.nullish(z.string()),
  error: z.nullish(z.string()),
  created_at: timestamp,
  count: z.nullish(z.number()),
})
export const transitionRow = z.object({
  id: z.guid(),
  status: z.nullish(z.string()),
  last_transition_time: z.nullish(timestamp),
})

/** A time range. @param from, to milliseconds since 1970 */
export type TimeBounds = { from: number; to: number }

const iso = (at: number) => new Date(at).toISOString()
const during = (column: string, { from, to }: TimeBounds): QueryParams => [gte(column, iso(from)), lt(column, iso(to))]

/** Changes by which a scraper reports a change of the health of an item. */
const turns: ReadonlyMap<string, { is: 'failed' | 'passed'; title: string }> = new Map([
  ['Unhealthy', { is: 'failed', title: 'Became unhealthy' }],
  ['Healthy', { is: 'passed', title: 'Became healthy' }],
])

/** Playbook runs and notifications are read from their own tables. */
const reportedElsewhere = new Set(['Playbook', 'notification'])

type Part = {
  events: TimelineEvent[]
  usual?: [key: string, count: number][]
  usualDays?: number | undefined
  /** There are more rows than were requested, and the oldest are left out: true, or a description of the limit. */
  isCut?: boolean | string
}

/** The events of the days before a time. Events of a range within them can be read without a request. */
type Past = {
  /** Milliseconds since 1970. Events older than `from` were not requested, or left out. */
  from: number
  to: number
  events: readonly TimelineEvent[]
  /** Events that count for how usual an event is. */
  seen: readonly { key: string; count: number; at: number }[]
}

/** Minimum share of the requested days that must be before a time for the loaded days to be reused. */
const MOSTLY = 0.5

/** Whether the loaded days contain the range, and enough days before it to tell how usual an event is. */
const covers = (past: Past, time: TimeBounds) =>
  past.from <= time.from && time.to <= past.to && time.to - past.from >= MOSTLY * (past.to - past.from)

function within(past: Past, time: TimeBounds): Required<Part> {
  const since = Math.max(past.from, time.to - FREQUENCY_DAYS * DAY_MS)
  return {
    isCut: past.from > time.from,
    usual: past.seen.flatMap(({ key, count, at }) => (at >= since && at < time.to ? [[key, count]] : [])),
    usualDays: Math.max(1, Math.round((time.to - since) / DAY_MS)),
    events: past.events.filter(({ at }) => at >= time.from && at < time.to),
  }
}

/** Caches the past of resources while the user steps between their failures. */
type CachePast = (name: string, ask: () => Promise<Past>) => Promise<Past>

/** @param isRenewed requests everything again, because the page is refreshed */
export const cacheIn =
  (client: QueryClient, key: QueryKey, time: TimeBounds, isRenewed: boolean): CachePast =>
  async (name, ask) => {
    const own = [...key, name]
    const past = client.getQueryData<Past>(own)
    const age = Date.now() - (client.getQueryState(own)?.dataUpdatedAt ?? 0)
    if (past && !isRenewed && age < KEPT_MS && covers(past, time)) return past
    return client.setQueryData(own, await ask()) as Past
  }

/** Transitions have no id of their own. This id has the format of other ids, because it is used in addresses. */
const idOfTransition = (check: string, at: number): string =>
  `${check.slice(0, 8)}-${check.slice(24, 28)}-${check.slice(28, 32)}-${check.slice(32)}-${at.toString(16).padStart(12, '0')}`

function transitionOf(
  on: TimelineResource | undefined,
  time: string,
  hasPassed: boolean,
  summary?: string
): TimelineEvent[] {
  if (!on) return []
  const at = Date.parse(time)
  const is = hasPassed ? 'passed' : 'failed'
  const title = `Check ${hasPassed ? 'passes again' : 'started failing'}`
  return [{ is, id: idOfTransition(on.id, at), at, type: is, title, on, summary: summary || undefined }]
}

/** Resources whose events are requested. */
type Around = {
  things: readonly TimelineResource[]
  /**
   * Ids of the checks whose transitions are all requested. For other checks, only the last transition is, which is
   * stored with the check.
   */
  watched: readonly string[]
}

type EventOptions = {
  time: TimeBounds
  /** Number of days to count for how usual an event is. */
  days: number
  keep: CachePast
  /** Reads all transitions of checks. */
  turnsOf?: (ids: readonly string[]) => ReturnType<typeof readTransitions>
  /** Keeps the titles of changes. */
  client?: QueryClient | undefined
  signal: AbortSignal
}

/** The parameters of the requests of all sections. */
type EventRequest = Required<Omit<EventOptions, 'days' | 'client'>> &
  Pick<EventOptions, 'client'> & {
    /** The start of the days that are counted, in milliseconds since 1970. */
    since: number
    watched: readonly string[]
    ids: Readonly<Record<SubjectKind, readonly string[]>>
    resourceOf(id: string | null | undefined): TimelineResource | undefined
  }

/** @param only the sections to request; absent for all */
export async function readEvents(
  { things, watched }: Around,
  {
    time,
    days,
    keep,
    signal,
    turnsOf = (ids) => readTransitions([inList('id', ids)], time, signal),
    client,
  }: EventOptions,
  only: readonly Section[] = sections
): Promise<Timeline> {
  const known = new Map(things.map((thing) => [thing.id, thing]))
  const idsOf = (kind: SubjectKind) => things.flatMap((one) => (one.kind === kind ? [one.id] : []))
  const request: EventRequest = {
    time,
    since: Math.min(time.from, time.to - days * DAY_MS),
    keep,
    signal,
    turnsOf,
    client,
    watched,
    ids: { config: idsOf('config'), check: idsOf('check'), component: idsOf('component') },
    resourceOf: (id) => known.get(id ?? ''),
  }
  const cut: string[] = []
  const { found, missing } = await readParts(only, async (section): Promise<Part> => {
    const part = await readers[section](request)
    if (part.isCut) cut.push(`${section}: only the latest ${cutOf(part.isCut)} are included.`)
    return part
  })
  const usual = new Map<string, number>()
  for (const [key, count] of found.flatMap((one) => one.usual ?? [])) usual.set(key, (usual.get(key) ?? 0) + count)
  const partial: string[] = []
  const raw = found.flatMap((part) => part.events)
  const events = raw.some(({ is }) => is === 'change')
    ? await (await loadModule(loadDescribe)).describeChanges(raw, { ids: request.ids, client, signal }, partial)
    : raw
  return {
    events,
    usual,
    usualDays: found.find(({ usualDays }) => usualDays !== undefined)?.usualDays ?? FREQUENCY_DAYS,
    missing: [...missing, ...partial, ...cut],
  }
}

const sections = ['Changes', 'Insights', 'Playbook runs', 'Notifications', 'Transitions of checks'] as const
type Section = (typeof sections)[number]

const readers: Readonly<Record<Section, (request: EventRequest) => Promise<Part>>> = {
  Changes: async (request) => within(await request.keep('changes', () => readChanges(request)), request.time),
  Insights: readInsights,
  'Playbook runs': async (request) => ({
    ...within(await request.keep('runs', () => readRuns(request)), request.time),
    // The number of days is that of the changes, which may be lower.
    usualDays: undefined,
  }),
  Notifications: readNotifications,
  'Transitions of checks': readCheckTransitions,
}

const cutOf = (isCut: true | string) => (isCut === true ? MOST_ROWS.toLocaleString('en') : isCut)

async function readChanges({ ids, since, time, resourceOf, signal }: EventRequest): Promise<Past> {
  const found =
    ids.config.length === 0
      ? []
      : await call({
          path: '/api/db/config_changes',
          query: [
            inList('config_id', ids.config),
            ...during('created_at', { from: since, to: time.to }),
            order('created_at.desc'),
            limit(MOST_ROWS),
            select(...Object.keys(changeRow.shape)),
          ],
          schema: z.array(changeRow),
          signal,
        })
  return {
    from: oldestRead(found, since),
    to: time.to,
    seen: found.map(({ change_type: type, config_id: id, count, created_at: at }) => ({
      key: frequencyKey({ type: type || 'change', on: id }),
      count: count ?? 1,
      at: Date.parse(at),
    })),
    events: found.flatMap((row) => toChangeEvent(row, resourceOf(row.config_id))),
  }
}

/** The start of the time from which all rows were read. */
const oldestRead = (newestFirst: readonly { created_at: string }[], since: number) =>
  newestFirst.length < MOST_ROWS ? since : Date.parse(newestFirst.at(-1)?.created_at ?? iso(since))

function toChangeEvent(row: z.infer<typeof changeRow>, on: TimelineResource | undefined): TimelineEvent[] {
  if (!on || reportedElsewhere.has(row.source ?? '')) return []
  const turn = turns.get(row.change_type ?? '')
  return [
    {
      is: turn?.is ?? 'change',
      id: row.id,
      at: Date.parse(row.created_at),
      type: row.change_type || 'change',
      title: turn?.title ?? (row.change_type || 'Change'),
      on,
      severity: row.severity ?? undefined,
      summary: row.summary || undefined,
      by: row.external_created_by || row.source || undefined,
      count: row.count ?? undefined,
      first: row.first_observed ? Date.parse(row.first_observed) : undefined,
      origin: row,
    },
  ]
}

async function readInsights({ ids, time, resourceOf, signal }: EventRequest): Promise<Part> {
  if (ids.config.length === 0) return { events: [] }
  const found = await call({
    path: '/api/db/config_analysis',
    query: [
      inList('config_id', ids.config),
      ...during('first_observed', time),
      order('first_observed.desc'),
      limit(MOST_ROWS),
      select(...Object.keys(insightRow.shape)),
    ],
    schema: z.array(insightRow),
    signal,
  })
  return {
    isCut: found.length === MOST_ROWS,
    events: found.flatMap(({ id, config_id, analyzer, severity, summary, first_observed: at }): TimelineEvent[] => {
      const on = resourceOf(config_id)
      if (!on) return []
      const title = summary || analyzer
      return [
        {
          is: 'insight',
          id,
          at: Date.parse(at),
          type: analyzer,
          title,
          on,
          severity: severity ?? undefined,
          by: analyzer,
        },
      ]
    }),
  }
}

const RUN_FIELDS =
  'id,created_at,start_time,status,error,config_id,component_id,check_id,playbooks(name,title),created_by(name)'

async function readRuns({ ids, since, time, resourceOf, signal }: EventRequest): Promise<Past> {
  const about = [
    ...(ids.config.length > 0 ? [inList('config_id', ids.config)] : []),
    ...(ids.check.length > 0 ? [inList('check_id', ids.check)] : []),
    ...(ids.component.length > 0 ? [inList('component_id', ids.component)] : []),
  ]
  const found = await call({
    path: '/api/db/playbook_runs',
    query: [
      or(...about),
      ...during('created_at', { from: since, to: time.to }),
      order('created_at.desc'),
      limit(MOST_ROWS),
      select(RUN_FIELDS),
    ],
    schema: z.array(runRow),
    signal,
  })
  const events = found.flatMap((row) =>
    toRunEvent(row, resourceOf(row.check_id) ?? resourceOf(row.config_id) ?? resourceOf(row.component_id))
  )
  return {
    from: oldestRead(found, since),
    to: time.to,
    seen: events.map(({ type, on: { id }, at }) => ({ key: frequencyKey({ type, on: id }), count: 1, at })),
    events,
  }
}

function toRunEvent(row: z.infer<typeof runRow>, on: TimelineResource | undefined): TimelineEvent[] {
  if (!on) return []
  const name = row.playbooks?.title || row.playbooks?.name || '(deleted)'
  return [
    {
      is: 'run',
      id: row.id,
      at: Date.parse(row.created_at),
      type: name,
      title: `Playbook ${name}: ${formatRunStatus(row.status)}`,
      on,
      status: row.status,
      severity: isRunFailed(row) ? 'high' : undefined,
      summary: row.error || undefined,
      by: row.created_by?.name,
      isWaiting: !row.start_time,
    },
  ]
}

async function readNotifications({ ids, time, resourceOf, signal }: EventRequest): Promise<Part> {
  const found = await call({
    path: '/api/db/notification_send_history',
    query: [
      inList('resource_id', Object.values(ids).flat()),
      ...during('created_at', time),
      order('created_at.desc'),
      limit(MOST_ROWS),
      select(...Object.keys(notificationRow.shape)),
    ],
    schema: z.array(notificationRow),
    signal,
  })
  return {
    isCut: found.length === MOST_ROWS,
    events: found.flatMap(
      ({ id, resource_id, source_event: type, status, error, created_at: at, count }): TimelineEvent[] => {
        const on = resourceOf(resource_id)
        if (!on) return []
        const word = sendStatusLabel(status ?? 'sent')
        const title = `Notification ${type}: ${word.toLowerCase()}`
        return [
          {
            is: 'notification',
            id,
            at: Date.parse(at),
            type,
            title,
            on,
            status: word,
            summary: error || undefined,
            count: count ?? undefined,
          },
        ]
      }
    ),
  }
}

async function readCheckTransitions(request: EventRequest): Promise<Part> {
  const { ids, watched, time, turnsOf, resourceOf, signal } = request
  const others = ids.check.filter((id) => !watched.includes(id))
  const [own, last] = await Promise.all([
    watched.length === 0 ? { transitions: [], isCut: false } : turnsOf(watched),
    others.length === 0
      ? []
      : call({
          path: '/api/db/checks',
          query: [
            inList('id', others),
            ...during('last_transition_time', time),
            select(...Object.keys(transitionRow.shape)),
          ],
          schema: z.array(transitionRow),
          signal,
        }),
  ])
  return {
    isCut: own.isCut && `${MOST_TRANSITION_RUNS.toLocaleString('en')} runs of each check`,
    events: [
      ...own.transitions.flatMap(({ check, at, hasPassed, why }) =>
        transitionOf(resourceOf(check.id), at, hasPassed, why)
      ),
      ...last.flatMap(({ id, status, last_transition_time: at }) =>
        at && (status === 'healthy' || status === 'unhealthy')
          ? transitionOf(resourceOf(id), at, status === 'healthy')
          : []
      ),
    ],
  }
}

/** Caches nothing and requests everything each time. */
export const withoutCache: CachePast = (_name, ask) => ask()
