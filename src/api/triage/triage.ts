import { queryOptions, skipToken } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { configItemName } from '@/lib/catalog/config-name'
import { overStatuses } from '@/lib/incidents/incidents'
import { insightName } from '@/shared/catalog/insight-types'
import { notificationSubject } from '@/lib/notifications/subject'
import { capital } from '@/shared/format'
import { foldChecks } from '@/lib/triage/fold'
import { readApproval } from '@/lib/playbooks/playbook-approval'
import {
  sortTriageItems,
  type CurrentState,
  type TriageSubject,
  type TriageItem,
  type TriageSource,
  unsentStatuses,
  isUndelivered,
} from '@/lib/triage/triage'
import { runMessage } from '../health/checks'
import { call, callPage, type QueryParams } from '../http'
import { eq, gte, inList, isNotNull, isNull, limit, notIn, order, select } from '../postgrest'
import { latestRun } from '../health/recent-runs'
import type { RowNames } from '../names'
import { timestamp } from '../time'

/** Maximum number of items per source. */
const MOST_PER_SOURCE = 1000
/** Maximum number of incidents with a commander whose checks are looked up. */
const MOST_COMMANDED = 500
/** Maximum number of ids per request. More would exceed the URL length that servers accept. */
const AT_ONCE = 100
/** A notification that was not sent within this time will not be sent. */
const SENT_WITHIN_MS = 7 * 86_400_000
/** Also finds items that were created while the queue was loaded, despite clock differences. */
const OVERLAP_MS = 10 * 60_000

/** The items of a source, and their total number. */
type SourceItems = { items: TriageItem[]; total: number }

/** The queue at the time it was loaded. It changes only when it is reloaded. */
export type TriageQueue = {
  /** ISO time. */
  takenAt: string
  items: readonly TriageItem[]
  /** Sources that could not be read, with the reason. */
  failed: readonly { source: TriageSource; message: string }[]
  /** Sources with more items than are listed. */
  cut: readonly { source: TriageSource; listed: number; total: number }[]
}

/** The current state of the items, and the number of new items. */
export type QueueState = {
  /** By id; null if the item was not found. */
  present: ReadonlyMap<string, CurrentState | null>
  fresh: number
  /** There are more new items than were counted. */
  isMore: boolean
  failed: TriageQueue['failed']
}

const text = z.nullish(z.string())
const named = z.nullish(z.object({ id: z.optional(z.guid()), name: text }))

const incident = z.object({
  id: z.guid(),
  title: z.string(),
  status: text,
  severity: text,
  description: text,
  created_at: timestamp,
  commander: named,
  rule: z.nullish(z.object({ id: z.guid(), name: z.string() })),
  hypotheses: z._default(
    z.array(
      z.object({
        evidences: z._default(
          z.array(z.object({ check_id: z.nullish(z.guid()), component_id: z.nullish(z.guid()) })),
          []
        ),
      })
    ),
    []
  ),
})
const INCIDENT_COLUMNS =
  'id,title,status,severity,description,created_at,commander:commander_id(id,name),rule:incident_rule_id(id,name),hypotheses(evidences(check_id,component_id))'
const check = z.object({
  id: z.guid(),
  name: z.string(),
  severity: text,
  last_transition_time: z.nullish(timestamp),
  created_at: z.nullish(timestamp),
  ...latestRun.fields,
})
const configName = z.nullish(z.object({ id: z.guid(), name: text, type: z.string(), config_class: z.string() }))
const thing = z.nullish(z.object({ id: z.guid(), name: z.string() }))
const run = z.object({
  id: z.guid(),
  created_at: timestamp,
  playbooks: z.nullish(z.object({ name: z.string(), title: text })),
  /** Part of the spec: the required approvers. */
  approval: z.optional(z.unknown()),
  created_by: named,
  checks: thing,
  components: thing,
  config: configName,
})
const notification = z.object({
  id: z.guid(),
  status: text,
  error: text,
  created_at: timestamp,
  not_before: z.nullish(timestamp),
  source_event: text,
  resource_id: z.guid(),
  /** check, component, config or canary; null for an event of an incident. */
  resource_kind: text,
  resource: z.nullish(z.object({ name: text, type: text })),
})
const insight = z.object({
  id: z.guid(),
  analyzer: z.string(),
  analysis_type: text,
  summary: text,
  first_observed: timestamp,
  config: configName,
})

const CONFIG = 'config:configs(id,name,type,config_class)'
const subjectKinds = ['check', 'component', 'config', 'canary'] as const
const aboutConfig = (found: z.infer<typeof configName>): TriageSubject | undefined =>
  found ? { kind: 'config', id: found.id, label: configItemName(found) } : undefined

type Asked<R> = {
  path: string
  /** Conditions for rows that need attention. */
  which(now: number): QueryParams
  columns: string
  more?: QueryParams
  schema: z.ZodMiniType<R>
  /** Which rows to list if there are too many: the newest, or those that have waited longest. */
  order: Parameters<typeof order>
  itemOf(row: R, now: number): TriageItem | undefined
  /** The column with the time since when a row needs attention. */
  since: string
}

const asked = <R>(one: Asked<R>): Asked<unknown> => one as unknown as Asked<unknown>

const sources: Readonly<Record<TriageSource, Asked<unknown>>> = {
  incidents: asked<z.infer<typeof incident>>({
    path: '/api/db/incidents',
    which: () => [isNull('commander_id'), notIn('status', overStatuses)],
    columns: INCIDENT_COLUMNS,
    schema: incident,
    order: ['created_at.desc', 'id.asc'],
    itemOf: (row) => incidentItem(row),
    // A commander may have been removed.
    since: 'updated_at',
  }),
  checks: asked<z.infer<typeof check>>({
    path: '/api/db/checks',
    which: () => [eq('status', 'unhealthy'), isNull('deleted_at'), isNull('silenced_at')],
    columns: `id,name,severity,last_transition_time,created_at,${latestRun.column}`,
    more: [eq('check_statuses.status', 0), ...latestRun.query],
    schema: check,
    order: ['last_transition_time.desc.nullslast', 'id.asc'],
    itemOf: (
      { id, name, severity, last_transition_time: turned, created_at: made, check_statuses: [latest] },
      now
    ) => ({
      source: 'checks',
      id,
      name,
      label: name,
      severity: severity ?? undefined,
      since: turned ?? made ?? new Date(now).toISOString(),
      why: firstLine(latest && runMessage(latest)),
    }),
    since: 'last_transition_time',
  }),
  runs: asked<z.infer<typeof run>>({
    path: '/api/db/playbook_runs',
    which: () => [eq('status', 'pending_approval')],
    columns: `id,created_at,approval:spec->approval,playbooks(name,title),created_by(id,name),checks(id,name),components(id,name),${CONFIG}`,
    schema: run,
    order: ['created_at.asc', 'id.asc'],
    itemOf({ id, created_at: since, approval, playbooks, created_by: by, checks, components, config }) {
      const about: TriageSubject | undefined = checks
        ? { kind: 'check', id: checks.id, label: checks.name }
        : components
          ? { kind: 'component', id: components.id, label: components.name }
          : aboutConfig(config)
      const title = playbooks?.title || playbooks?.name || 'Playbook'
      return {
        source: 'runs',
        id,
        name: about ? `${title} for ${about.label}` : title,
        label: about ? `${title} for ${about.label}` : title,
        since,
        why: by?.name ? `${by.name} requested approval` : 'Awaiting approval',
        about,
        approval: readApproval({ approval }),
        created_by: by?.id ? { id: by.id } : undefined,
      }
    },
    since: 'created_at',
  }),
  notifications: asked<z.infer<typeof notification>>({
    path: '/api/db/notification_send_history_summary',
    which: (now) => [inList('status', unsentStatuses), gte('created_at', new Date(now - SENT_WITHIN_MS).toISOString())],
    columns: 'id,status,error,created_at,not_before,source_event,resource_id,resource_kind,resource',
    schema: notification,
    order: ['created_at.desc', 'id.asc'],
    itemOf(row, now) {
      if (!isUndelivered(row, now)) return undefined
      const kind = subjectKinds.find((one) => one === row.resource_kind)
      const name = notificationSubject(row)
      return {
        source: 'notifications',
        id: row.id,
        status: row.status ?? undefined,
        name,
        label: `the notification about ${name}`,
        since: row.created_at,
        why: firstLine(row.error) || (row.status === 'pending' ? 'Overdue' : 'Not sent'),
        about: kind && row.resource ? { kind, id: row.resource_id, label: name } : undefined,
      }
    },
    since: 'created_at',
  }),
  insights: asked<z.infer<typeof insight>>({
    path: '/api/db/config_analysis_items',
    which: () => [eq('status', 'open'), eq('severity', 'critical')],
    columns: `id,analyzer,analysis_type,summary,first_observed,${CONFIG}`,
    schema: insight,
    order: ['first_observed.desc', 'id.asc'],
    itemOf: ({ id, analyzer, analysis_type: type, summary, first_observed: since, config }) => ({
      source: 'insights',
      id,
      name: config ? configItemName(config) : analyzer,
      label: insightName({ summary, analyzer }),
      severity: 'critical',
      since,
      why: firstLine(summary) || [capital(type ?? ''), analyzer].filter(Boolean).join(': '),
      about: aboutConfig(config),
    }),
    since: 'first_observed',
  }),
}

function incidentItem(row: z.infer<typeof incident>, handled?: string): TriageItem {
  const { id, title, status, severity, description, created_at: since, rule, hypotheses } = row
  const evidence = hypotheses.flatMap(({ evidences }) => evidences)
  return {
    source: 'incidents',
    id,
    status: status ?? undefined,
    name: title,
    label: title,
    severity: severity ?? undefined,
    since,
    why: firstLine(description) || (handled === undefined ? 'No commander' : ''),
    rule: rule ?? undefined,
    checks: evidence.flatMap((piece) => piece.check_id ?? []),
    components: evidence.flatMap((piece) => piece.component_id ?? []),
    handled,
  }
}

/** Open incidents with a commander: they need no decision, but their checks belong to them. */
async function readCommanded(signal: AbortSignal): Promise<TriageItem[]> {
  const rows = await call({
    path: '/api/db/incidents',
    query: [
      isNotNull('commander_id'),
      notIn('status', overStatuses),
      select(INCIDENT_COLUMNS),
      order('created_at.desc', 'id.asc'),
      limit(MOST_COMMANDED),
    ],
    schema: z.array(incident),
    signal,
  })
  return rows.flatMap((row) =>
    row.commander?.id ? [incidentItem(row, `Commander: ${row.commander.name ?? 'another user'}`)] : []
  )
}

/** The checks of components, by component. */
async function readComponentChecks(
  components: readonly string[],
  signal: AbortSignal
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (let at = 0; at < components.length; at += AT_ONCE) {
    const rows = await call({
      path: '/api/db/check_component_relationships',
      query: [
        inList('component_id', components.slice(at, at + AT_ONCE)),
        isNull('deleted_at'),
        select('component_id', 'check_id'),
      ],
      schema: z.array(z.object({ component_id: z.guid(), check_id: z.guid() })),
      signal,
    })
    for (const { component_id: component, check_id: id } of rows)
      found.set(component, [...(found.get(component) ?? []), id])
  }
  return found
}

/**
 * Places checks below their open incidents. If incidents or checks cannot be read, or the additional requests fail,
 * these checks stay in the queue.
 */
async function placeChecks(
  items: readonly TriageItem[],
  commanded: Promise<readonly TriageItem[]>,
  signal: AbortSignal
): Promise<readonly TriageItem[]> {
  if (!items.some(({ source }) => source === 'checks')) return items
  const led = await commanded
  const components = [...items, ...led].flatMap(({ rule, components: some = [] }) => (rule ? some : []))
  const checksOf = await readComponentChecks([...new Set(components)], signal).catch(() => new Map<string, string[]>())
  return foldChecks(items, led, checksOf)
}

const firstLine = (words: string | null | undefined): string => words?.trim().split('\n')[0]?.trim() ?? ''

/** The items of one source that need attention now. */
async function readSource(source: TriageSource, now: number, signal: AbortSignal): Promise<SourceItems> {
  const { path, which, columns, more = [], schema, order: terms, itemOf } = sources[source]
  const { rows, total } = await callPage({
    path,
    query: [...which(now), select(columns), ...more, order(...terms), limit(MOST_PER_SOURCE)],
    schema,
    signal,
  })
  const items = rows.flatMap((row) => itemOf(row, now) ?? [])
  return { items, total: rows.length < total ? total : items.length }
}

type Failed = TriageQueue['failed'][number]

/** Requests several sources, some of which may fail. */
async function fromEach<T>(of: readonly TriageSource[], ask: (source: TriageSource) => Promise<T>) {
  const settled = await Promise.allSettled(of.map(ask))
  const answers: { source: TriageSource; answer: T }[] = []
  const failed: Failed[] = []
  for (const [at, one] of settled.entries()) {
    const source = of[at]
    if (source === undefined) continue
    if (one.status === 'fulfilled') answers.push({ source, answer: one.value })
    else failed.push({ source, message: one.reason instanceof Error ? one.reason.message : 'The request failed.' })
  }
  return { answers, failed }
}

const key = ['triage', 'queue'] as const
const kinds = ['incident', 'check', 'run', 'notification', 'insight', 'component', 'config', 'canary']
const names: RowNames = {
  kind: kinds,
  findName(data, id) {
    for (const item of (data as TriageQueue).items) {
      if (item.id === id) return item.label
      if (item.about?.id === id) return item.about.label
    }
    return undefined
  },
}

export const triage = {
  /**
   * The queue that was last loaded. It is never requested: only `take` and the code that stores its result change it.
   */
  queue: () => queryOptions<TriageQueue>({ queryKey: key, queryFn: skipToken, meta: { names }, gcTime: Infinity }),

  /** Loads a new queue. */
  async take(of: readonly TriageSource[], signal: AbortSignal, now = Date.now()): Promise<TriageQueue> {
    const hasBoth = of.includes('incidents') && of.includes('checks')
    const commanded = hasBoth ? readCommanded(signal).catch((): TriageItem[] => []) : Promise.resolve([])
    const { answers, failed } = await fromEach(of, (source) => readSource(source, now, signal))
    const read = answers.flatMap(({ answer }) => answer.items)
    const placed = await placeChecks(read, commanded, signal)
    return {
      takenAt: new Date(now).toISOString(),
      items: sortTriageItems(placed),
      failed,
      cut: answers.flatMap(({ source, answer: { items, total } }) =>
        total > items.length ? [{ source, listed: items.length, total }] : []
      ),
    }
  },

  /**
   * The current state of the items of a queue, and the number of new items. Known states of items that are no longer
   * requested are retained.
   * @param of the sources of the queue
   * @param undecided returns the items to request
   */
  standing: (queue: TriageQueue | undefined, of: readonly TriageSource[], undecided: () => readonly TriageItem[]) =>
    queryOptions({
      queryKey: ['triage', 'standing', queue?.takenAt],
      // A newly loaded queue is not requested again immediately.
      initialData: untouched,
      initialDataUpdatedAt: queue ? Date.parse(queue.takenAt) : 0,
      async queryFn({ signal, client, queryKey }): Promise<QueueState> {
        const now = queue ? await readQueueState(queue, of, undecided(), signal) : untouched
        const before = client.getQueryData<QueueState>(queryKey) ?? untouched
        return { ...now, present: new Map([...before.present, ...now.present]) }
      },
    }),
}

const untouched: QueueState = { present: new Map(), fresh: 0, isMore: false, failed: [] }

async function readQueueState(
  queue: TriageQueue,
  of: readonly TriageSource[],
  undecided: readonly TriageItem[],
  signal: AbortSignal
): Promise<QueueState> {
  const known = new Set(queue.items.map(({ id }) => id))
  const present = new Map<string, CurrentState | null>()
  const { answers, failed } = await fromEach(of, async (source) => {
    const ids = undecided.flatMap((item) => (item.source === source ? [item.id] : []))
    // Sequential, so that other pages and other users are not delayed.
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const chunk = ids.slice(at, at + AT_ONCE)
      const found = await presentReaders[source](chunk, signal)
      for (const id of chunk) present.set(id, found.get(id) ?? null)
    }
    const isCut = queue.cut.some((one) => one.source === source)
    return readNewIds(source, Date.parse(queue.takenAt), isCut, signal)
  })
  return {
    present,
    fresh: answers.reduce((sum, { answer: { ids } }) => sum + ids.filter((id) => !known.has(id)).length, 0),
    isMore: answers.some(({ answer }) => answer.isMore),
    failed,
  }
}

/**
 * Ids of items that need attention since a time. For a source that was cut off, items that were not listed do not count
 * as new.
 */
async function readNewIds(source: TriageSource, takenAt: number, isCut: boolean, signal: AbortSignal) {
  const { path, which, since, itemOf: _, order: terms } = sources[source]
  const from = new Date(takenAt - (isCut ? 0 : OVERLAP_MS)).toISOString()
  const wanted = which(Date.now()).filter(([name]) => name !== since)
  const columns = source === 'notifications' ? 'id,status,created_at,not_before' : 'id'
  const { rows, total } = await callPage({
    path,
    query: [...wanted, gte(since, from), select(columns), order(...terms), limit(AT_ONCE)],
    schema: z.object({
      id: z.guid(),
      status: text,
      created_at: z.optional(timestamp),
      not_before: z.nullish(timestamp),
    }),
    signal,
  })
  const now = Date.now()
  const wanting =
    source === 'notifications'
      ? rows.filter((row) => isUndelivered({ ...row, created_at: row.created_at ?? '' }, now))
      : rows
  return { ids: wanting.map(({ id }) => id), isMore: total > rows.length }
}

type Ask = (ids: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, CurrentState>>

const asking =
  <R extends { id: string }>(
    path: string,
    columns: string,
    schema: z.ZodMiniType<R>,
    to: (row: R) => CurrentState
  ): Ask =>
  async (ids, signal) => {
    const rows = await call({ path, query: [inList('id', ids), select(columns)], schema: z.array(schema), signal })
    return new Map(rows.map((row) => [row.id, to(row)]))
  }

const status = z.object({ id: z.guid(), status: text })

const presentReaders: Readonly<Record<TriageSource, Ask>> = {
  incidents: asking(
    '/api/db/incidents',
    'id,status,commander_id(name)',
    z.extend(status, { commander_id: named }),
    (row) => ({
      status: row.status ?? '',
      by: row.commander_id ? (row.commander_id.name ?? 'another user') : undefined,
    })
  ),
  checks: asking(
    '/api/db/checks',
    'id,status,deleted_at',
    z.extend(status, { deleted_at: z.nullish(timestamp) }),
    (row) => ({ status: row.status ?? '', isDeleted: Boolean(row.deleted_at) })
  ),
  runs: asking(
    '/api/db/playbook_runs',
    'id,status,playbook_approvals(person_id(name),team_id(name),created_at)',
    z.extend(status, {
      playbook_approvals: z._default(
        z.array(z.object({ person_id: named, team_id: named, created_at: z.nullish(timestamp) })),
        []
      ),
    }),
    ({ status: now, playbook_approvals: given }) => {
      const last = given.toSorted((a, b) => (b.created_at ?? '').localeCompare(a.created_at ?? ''))
      const by = last.find(({ person_id: person }) => person?.name)?.person_id?.name ?? last[0]?.team_id?.name
      return { status: now ?? '', by: by ?? undefined }
    }
  ),
  notifications: asking('/api/db/notification_send_history', 'id,status', status, (row) => ({
    status: row.status ?? '',
  })),
  insights: asking('/api/db/config_analysis', 'id,status', status, (row) => ({ status: row.status ?? '' })),
}
