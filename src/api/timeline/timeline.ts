import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { FREQUENCY_DAYS } from '@/lib/incidents/causes'
import { computeDistances } from '@/lib/timeline/neighbours'
import { configItemName } from '@/lib/catalog/config-name'
import { formatCount } from '@/shared/format'
import { latestHealthChange } from '../health/health-since'
import { MOST_TRANSITION_RUNS, readTransitions } from '../health/check-transitions'
import { ApiError, call, type ApiCall, type QueryParams } from '../http'
import { eq, gte, inList, isNull, limit, lt, or, order, select } from '../postgrest'
import { timestamp } from '../time'

/** Kinds of resources with a timeline. */
export const subjectKinds = ['check', 'config', 'component'] as const
type SubjectKind = (typeof subjectKinds)[number]
export type SubjectRef = { kind: SubjectKind; id: string }

/** The resource that may have failed, and the starting points of its surroundings. */
export type FailureSubject = SubjectRef & {
  name: string
  isFailing: boolean
  /** ISO time of the last change of state; null if unknown. */
  since: string | null
  /** Ids of the config items that the resource belongs to. */
  configs: readonly string[]
  components: readonly { id: string; name: string }[]
}

/** A resource in the surroundings. */
type TimelineResource = {
  kind: SubjectKind
  id: string
  name: string
  /** Distance from the subject, which has 0. */
  steps: number
}

export type TimelineSurroundings = {
  /** The nearest resources first, including the subject. */
  resources: readonly TimelineResource[]
  /** Number of more distant resources whose events are not requested. */
  omitted: number
}

type BaseEvent = {
  id: string
  /** Milliseconds since 1970. */
  at: number
  /** Type of the event, for which its usual frequency is counted: `Deployment`, `OOMKilling`. */
  type: string
  title: string
  on: TimelineResource
  severity?: string | undefined
  summary?: string | undefined
  /** Author or source. */
  by?: string | undefined
  /** Number of occurrences, if more than one. */
  count?: number | undefined
  /** A playbook run that has not started, and therefore has not changed anything. */
  isWaiting?: boolean
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
  /** What could not be read, with the reason. */
  missing: readonly string[]
}

export const frequencyKey = ({ type, on }: { type: string; on: string }) => `${on} ${type}`

/** Maximum distance along relationships of config items that the console requests anywhere. */
const DEPTH = 5
/** Maximum number of config items from which relationships are followed. */
const MOST_STARTS = 3
/** Maximum number of resources in one request. More would exceed the URL length that servers accept. */
const MOST_THINGS = 100
/** Maximum number of rows per type of event. */
const MOST_ROWS = 2000
const DAY_MS = 24 * 60 * 60 * 1000
/** How long loaded days are reused, as with any other query. */
const KEPT_MS = 300_000

const all = ['timeline'] as const
const link = z.object({ deleted_at: z.nullish(timestamp) })
const linked = (list: readonly { deleted_at?: string | null | undefined; config_id: string }[]) =>
  list.flatMap((one) => (one.deleted_at ? [] : [one.config_id]))

const checkRow = z.object({
  id: z.guid(),
  name: z.string(),
  status: z.nullish(z.string()),
  last_transition_time: z.nullish(timestamp),
  configs: z._default(z.array(z.extend(link, { config_id: z.guid() })), []),
  components: z._default(
    z.array(z.extend(link, { components: z.nullish(z.object({ id: z.guid(), name: z.string() })) })),
    []
  ),
})
const configRow = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  type: z.nullish(z.string()),
  health: z.nullish(z.string()),
})
const componentRow = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  health: z.nullish(z.string()),
  configs: z._default(z.array(z.extend(link, { config_id: z.guid() })), []),
})

const CONFIGS_OF_CHECK = 'configs:check_config_relationships(config_id,deleted_at)'
const COMPONENTS_OF_CHECK = 'components:check_component_relationships(deleted_at,components(id,name))'
const CONFIGS_OF_COMPONENT = 'configs:config_component_relationships(config_id,deleted_at)'
const partsIn = (list: z.infer<typeof checkRow>['components']) =>
  list.flatMap(({ deleted_at: deleted, components: part }) => (part && !deleted ? [part] : []))

async function readSubject({ kind, id }: SubjectRef, signal: AbortSignal): Promise<FailureSubject | null> {
  const one = [eq('id', id)] as const
  if (kind === 'check') {
    const [found] = await call({
      path: '/api/db/checks',
      query: [...one, select('id', 'name', 'status', 'last_transition_time', CONFIGS_OF_CHECK, COMPONENTS_OF_CHECK)],
      schema: z.array(checkRow),
      signal,
    })
    return found
      ? {
          kind,
          id,
          name: found.name,
          isFailing: found.status === 'unhealthy',
          since: found.last_transition_time ?? null,
          configs: linked(found.configs),
          components: partsIn(found.components),
        }
      : null
  }
  if (kind === 'config') {
    const [found] = await call({
      path: '/api/db/configs',
      query: [...one, select('id', 'name', 'type', 'health')],
      schema: z.array(configRow),
      signal,
    })
    if (!found) return null
    const isFailing = found.health === 'unhealthy'
    const since = isFailing ? await latestHealthChange(id, signal) : null
    return { kind, id, name: configItemName(found), isFailing, since, configs: [id], components: [] }
  }
  const [found] = await call({
    path: '/api/db/components',
    query: [...one, select('id', 'name', 'health', CONFIGS_OF_COMPONENT)],
    schema: z.array(componentRow),
    signal,
  })
  return found
    ? {
        kind,
        id,
        name: found.name || id,
        isFailing: found.health === 'unhealthy',
        since: null,
        configs: linked(found.configs),
        components: [],
      }
    : null
}

const related = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  type: z.nullish(z.string()),
  related_ids: z.nullish(z.array(z.guid())),
})
const watching = z.object({ id: z.guid(), name: z.string(), configs: z.array(z.object({ config_id: z.guid() })) })

const readSurroundings = (subject: FailureSubject, signal: AbortSignal): Promise<TimelineSurroundings> => {
  const { kind, id, name } = subject
  return readAround(
    {
      own: [{ kind, id, name, steps: 0 }],
      configs: new Map(subject.configs.map((item) => [item, kind === 'config' ? 0 : 1])),
      components: subject.components,
    },
    signal
  )
}

/** Starting points of the surroundings. */
type Start = {
  own: readonly TimelineResource[]
  /** Config item ids with their distance. */
  configs: ReadonlyMap<string, number>
  /** Components at distance 1. */
  components: FailureSubject['components']
}

/** The surroundings of some resources: config items along their relationships, and the checks that monitor them. */
async function readAround(
  { own, configs: starts, components }: Start,
  signal: AbortSignal
): Promise<TimelineSurroundings> {
  const startIds = [...starts.keys()]
  const walks = await Promise.all(
    startIds.slice(0, MOST_STARTS).map((id) =>
      call({
        path: '/api/db/rpc/related_configs_recursive',
        query: [
          ['config_id', id],
          ['type_filter', 'all'],
          ['max_depth', String(DEPTH)],
          select('id', 'name', 'type', 'related_ids'),
        ],
        schema: z.array(related),
        signal,
      })
    )
  )
  const rows = new Map(walks.flat().map((row) => [row.id, row]))
  const edges = new Map<string, string[]>()
  for (const { id, related_ids: to } of walks.flat()) edges.set(id, [...(edges.get(id) ?? []), ...(to ?? [])])
  const distances = computeDistances(starts, edges)
  const configs = [...distances].flatMap(([id, steps]): TimelineResource[] => {
    const row = rows.get(id)
    return row ? [{ kind: 'config', id, name: configItemName(row), steps }] : []
  })
  const near = configs.slice(0, MOST_THINGS)
  const watched =
    near.length === 0
      ? []
      : await call({
          path: '/api/db/checks',
          query: [
            select('id', 'name', 'configs:check_config_relationships!inner(config_id)'),
            inList(
              'configs.config_id',
              near.map(({ id }) => id)
            ),
            isNull('configs.deleted_at'),
            isNull('deleted_at'),
            limit(MOST_ROWS),
          ],
          schema: z.array(watching),
          signal,
        })
  const things = new Map<string, TimelineResource>(own.map((thing) => [thing.id, thing]))
  for (const thing of near) if (!things.has(thing.id)) things.set(thing.id, thing)
  for (const { id, name, configs: links } of watched) {
    const steps = Math.min(...links.map(({ config_id }) => things.get(config_id)?.steps ?? DEPTH)) + 1
    const known = things.get(id)
    if (!known || known.steps > steps) things.set(id, { kind: 'check', id, name, steps })
  }
  for (const one of components) if (!things.has(one.id)) things.set(one.id, { kind: 'component', ...one, steps: 1 })
  const nearest = [...things.values()].toSorted((a, b) => a.steps - b.steps)
  // Names are unknown for items from which no relationships are followed.
  const nameless = startIds.slice(MOST_STARTS).filter((id) => !rows.has(id) && !things.has(id))
  return {
    resources: nearest.slice(0, MOST_THINGS),
    omitted: configs.length - near.length + Math.max(0, nearest.length - MOST_THINGS) + nameless.length,
  }
}

const linkedCheckRow = z.pick(checkRow, { id: true, name: true, configs: true, components: true })
const linkedComponentRow = z.pick(componentRow, { id: true, name: true, configs: true })

const thingOf =
  (kind: SubjectKind) =>
  ({ id, name }: { id: string; name?: string | null | undefined }): TimelineResource => ({
    kind,
    id,
    name: name || id,
    steps: 0,
  })

/**
 * Several resources with the config items and components that they are linked to. Adds the names of checks and
 * components.
 * @returns `left`: the number of checks and components that are not included
 */
async function readLinks(of: readonly SubjectRef[], signal: AbortSignal): Promise<Start & { left: number }> {
  const idsOf = (kind: SubjectKind) => [...new Set(of.flatMap((one) => (one.kind === kind ? [one.id] : [])))]
  const named = [idsOf('check'), idsOf('component')] as const
  // More ids would exceed the URL length that servers accept.
  const [checkIds, componentIds] = [named[0].slice(0, MOST_THINGS), named[1].slice(0, MOST_THINGS)]
  const [checks, components] = await Promise.all([
    checkIds.length === 0
      ? []
      : call({
          path: '/api/db/checks',
          query: [inList('id', checkIds), select('id', 'name', CONFIGS_OF_CHECK, COMPONENTS_OF_CHECK)],
          schema: z.array(linkedCheckRow),
          signal,
        }),
    componentIds.length === 0
      ? []
      : call({
          path: '/api/db/components',
          query: [inList('id', componentIds), select('id', 'name', CONFIGS_OF_COMPONENT)],
          schema: z.array(linkedComponentRow),
          signal,
        }),
  ])
  const configs = new Map(idsOf('config').map((id) => [id, 0]))
  for (const id of [...checks, ...components].flatMap((one) => linked(one.configs)))
    if (!configs.has(id)) configs.set(id, 1)
  return {
    own: [...checks.map(thingOf('check')), ...components.map(thingOf('component'))],
    configs,
    components: checks.flatMap((one) => partsIn(one.components)),
    left: named.flat().length - checkIds.length - componentIds.length,
  }
}

/** The resources with the given ids, followed by the config items of the checks and components. */
async function readInvolved(of: readonly SubjectRef[], signal: AbortSignal): Promise<TimelineSurroundings> {
  const { own, configs: steps, left } = await readLinks(of, signal)
  const ids = [...steps.keys()]
  const configs =
    ids.length === 0
      ? []
      : await call({
          path: '/api/db/configs',
          query: [inList('id', ids.slice(0, MOST_THINGS)), select('id', 'name', 'type')],
          schema: z.array(z.pick(configRow, { id: true, name: true, type: true })),
          signal,
        })
  const things: TimelineResource[] = [
    ...own,
    ...configs.map((row): TimelineResource => ({
      kind: 'config',
      id: row.id,
      name: configItemName(row),
      steps: steps.get(row.id) ?? 1,
    })),
  ].toSorted((a, b) => a.steps - b.steps)
  return {
    resources: things.slice(0, MOST_THINGS),
    omitted: left + Math.max(0, things.length - MOST_THINGS) + Math.max(0, ids.length - MOST_THINGS),
  }
}

/** The surroundings of several resources with known names. */
const aroundThings = async (
  things: readonly Omit<TimelineResource, 'steps'>[],
  signal: AbortSignal
): Promise<TimelineSurroundings> =>
  readAround({ ...(await readLinks(things, signal)), own: things.map((thing) => ({ ...thing, steps: 0 })) }, signal)

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
const transitionRow = z.object({
  id: z.guid(),
  status: z.nullish(z.string()),
  last_transition_time: z.nullish(timestamp),
})

/** A time range. @param from, to milliseconds since 1970 */
type TimeBounds = { from: number; to: number }

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
const cacheIn =
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

type Asked = {
  time: TimeBounds
  /** Number of days to count for how usual an event is. */
  days: number
  keep: CachePast
  /** Reads all transitions of checks. */
  turnsOf?: (ids: readonly string[]) => ReturnType<typeof readTransitions>
  signal: AbortSignal
}

/** @param only the sections to request; absent for all */
async function readEvents(
  { things, watched }: Around,
  { time, days, keep, signal, turnsOf = (ids) => readTransitions([inList('id', ids)], time, signal) }: Asked,
  only?: readonly string[]
): Promise<Timeline> {
  const known = new Map(things.map((thing) => [thing.id, thing]))
  const idsOf = (kind: SubjectKind) => things.flatMap((one) => (one.kind === kind ? [one.id] : []))
  const [configs, checks, components] = [idsOf('config'), idsOf('check'), idsOf('component')]
  const rows = <T>(request: Pick<ApiCall<T[]>, 'path' | 'query' | 'schema'>) => call({ ...request, signal })
  const on = (id: string | null | undefined) => known.get(id ?? '')
  const since = Math.min(time.from, time.to - days * DAY_MS)

  const changes = async (): Promise<Past> => {
    const found =
      configs.length === 0
        ? []
        : await rows({
            path: '/api/db/config_changes',
            query: [
              inList('config_id', configs),
              ...during('created_at', { from: since, to: time.to }),
              order('created_at.desc'),
              limit(MOST_ROWS),
              select(...Object.keys(changeRow.shape)),
            ],
            schema: z.array(changeRow),
          })
    return {
      from: found.length < MOST_ROWS ? since : Date.parse(found.at(-1)?.created_at ?? iso(since)),
      to: time.to,
      seen: found.map(({ change_type: type, config_id: id, count, created_at: at }) => ({
        key: frequencyKey({ type: type || 'change', on: id }),
        count: count ?? 1,
        at: Date.parse(at),
      })),
      events: found.flatMap(({ created_at: at, config_id: id, source, ...one }): TimelineEvent[] => {
        const thing = on(id)
        if (!thing || reportedElsewhere.has(source ?? '')) return []
        const turn = turns.get(one.change_type ?? '')
        return [
          {
            is: turn?.is ?? 'change',
            id: one.id,
            at: Date.parse(at),
            type: one.change_type || 'change',
            title: turn?.title ?? (one.change_type || 'Change'),
            on: thing,
            severity: one.severity ?? undefined,
            summary: one.summary || undefined,
            by: one.external_created_by || source || undefined,
            count: one.count ?? undefined,
          },
        ]
      }),
    }
  }
  const insights = async (): Promise<Part> => {
    if (configs.length === 0) return { events: [] }
    const found = await rows({
      path: '/api/db/config_analysis',
      query: [
        inList('config_id', configs),
        ...during('first_observed', time),
        order('first_observed.desc'),
        limit(MOST_ROWS),
        select(...Object.keys(insightRow.shape)),
      ],
      schema: z.array(insightRow),
    })
    return {
      isCut: found.length === MOST_ROWS,
      events: found.flatMap(({ id, config_id, analyzer, severity, summary, first_observed: at }) => {
        const thing = on(config_id)
        return thing
          ? {
              is: 'insight' as const,
              id,
              at: Date.parse(at),
              type: analyzer,
              title: summary || analyzer,
              on: thing,
              severity: severity ?? undefined,
              by: analyzer,
            }
          : []
      }),
    }
  }
  const runs = async (): Promise<Past> => {
    const about = [
      ...(configs.length > 0 ? [inList('config_id', configs)] : []),
      ...(checks.length > 0 ? [inList('check_id', checks)] : []),
      ...(components.length > 0 ? [inList('component_id', components)] : []),
    ]
    const found = await rows({
      path: '/api/db/playbook_runs',
      query: [
        or(...about),
        ...during('created_at', { from: since, to: time.to }),
        order('created_at.desc'),
        limit(MOST_ROWS),
        select(
          'id,created_at,start_time,status,error,config_id,component_id,check_id,playbooks(name,title),created_by(name)'
        ),
      ],
      schema: z.array(runRow),
    })
    const entries = found.flatMap(
      ({
        id,
        created_at: at,
        start_time: begun,
        status,
        error,
        playbooks: playbook,
        created_by: by,
        ...of
      }): TimelineEvent[] => {
        const thing = on(of.check_id) ?? on(of.config_id) ?? on(of.component_id)
        const name = playbook?.title || playbook?.name || '(deleted)'
        return thing
          ? [
              {
                is: 'run',
                id,
                at: Date.parse(at),
                type: name,
                title: `Playbook ${name}: ${status.replaceAll('_', ' ')}`,
                on: thing,
                severity: status === 'failed' ? 'high' : undefined,
                summary: error || undefined,
                by: by?.name,
                isWaiting: !begun,
              },
            ]
          : []
      }
    )
    return {
      from: found.length < MOST_ROWS ? since : Date.parse(found.at(-1)?.created_at ?? iso(since)),
      to: time.to,
      seen: entries.map(({ type, on: { id }, at }) => ({ key: frequencyKey({ type, on: id }), count: 1, at })),
      events: entries,
    }
  }
  const notifications = async (): Promise<Part> => {
    const found = await rows({
      path: '/api/db/notification_send_history',
      query: [
        inList('resource_id', [...known.keys()]),
        ...during('created_at', time),
        order('created_at.desc'),
        limit(MOST_ROWS),
        select(...Object.keys(notificationRow.shape)),
      ],
      schema: z.array(notificationRow),
    })
    return {
      isCut: found.length === MOST_ROWS,
      events: found.flatMap(({ id, resource_id, source_event: event, status, error, created_at: at, count }) => {
        const thing = on(resource_id)
        return thing
          ? {
              is: 'notification' as const,
              id,
              at: Date.parse(at),
              type: event,
              title: `Notification ${event}: ${(status ?? 'sent').replaceAll('_', ' ').replaceAll('-', ' ')}`,
              on: thing,
              summary: error || undefined,
              count: count ?? undefined,
            }
          : []
      }),
    }
  }
  const transitions = async (): Promise<Part> => {
    const others = checks.filter((id) => !watched.includes(id))
    const [own, last] = await Promise.all([
      watched.length === 0 ? { transitions: [], isCut: false } : turnsOf(watched),
      others.length === 0
        ? []
        : rows({
            path: '/api/db/checks',
            query: [
              inList('id', others),
              ...during('last_transition_time', time),
              select(...Object.keys(transitionRow.shape)),
            ],
            schema: z.array(transitionRow),
          }),
    ])
    return {
      isCut: own.isCut && `${MOST_TRANSITION_RUNS.toLocaleString('en')} runs of each check`,
      events: [
        ...own.transitions.flatMap(({ check, at, hasPassed, why }) => transitionOf(on(check.id), at, hasPassed, why)),
        ...last.flatMap(({ id, status, last_transition_time: at }) =>
          at && (status === 'healthy' || status === 'unhealthy') ? transitionOf(on(id), at, status === 'healthy') : []
        ),
      ],
    }
  }
  const parts: readonly [string, () => Promise<Part>][] = [
    ['Changes', async () => within(await keep('changes', changes), time)],
    ['Insights', insights],
    // The number of days is that of the changes, which may be lower.
    ['Playbook runs', async () => ({ ...within(await keep('runs', runs), time), usualDays: undefined })],
    ['Notifications', notifications],
    ['Transitions of checks', transitions],
  ]
  const asked = parts.filter(([name]) => only?.includes(name) ?? true)
  const missing: string[] = []
  let failed = 0
  const found = await Promise.all(
    asked.map(async ([name, load]): Promise<Part> => {
      try {
        const part = await load()
        if (part.isCut) missing.push(`${name}: only the latest ${cutOf(part.isCut)} are included.`)
        return part
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
        failed++
        missing.push(`${name}: ${error.message}`)
        return { events: [] }
      }
    })
  )
  // If all requests fail, the result is an error, not an empty range.
  if (failed === asked.length) throw new ApiError('network', missing.join(' '))
  const usual = new Map<string, number>()
  for (const [key, count] of found.flatMap((one) => one.usual ?? [])) usual.set(key, (usual.get(key) ?? 0) + count)
  return {
    events: found.flatMap(({ events }) => events),
    usual,
    usualDays: found.find(({ usualDays }) => usualDays !== undefined)?.usualDays ?? FREQUENCY_DAYS,
    missing,
  }
}

const cutOf = (isCut: true | string) => (isCut === true ? MOST_ROWS.toLocaleString('en') : isCut)

/** Caches nothing and requests everything each time. */
const withoutCache: CachePast = (_name, ask) => ask()

export const timeline = {
  all,

  /** The resource itself; null if it does not exist or is inaccessible. */
  subject: (of: SubjectRef) =>
    queryOptions({
      queryKey: [...all, 'subject', of],
      queryFn: ({ signal }) => readSubject(of, signal),
    }),

  /** The surroundings of a resource. */
  surroundings: (subject: FailureSubject) =>
    queryOptions({
      queryKey: [...all, 'surroundings', subject.kind, subject.id, subject.configs],
      queryFn: ({ signal }) => readSurroundings(subject, signal),
      staleTime: 60_000,
    }),

  /**
   * The events of the surroundings within a time range, and how usual they are. The days before are reused for ranges
   * within the loaded days.
   */
  events: (subject: FailureSubject, surroundings: TimelineSurroundings, time: TimeBounds) => {
    const of = [subject.kind, subject.id, surroundings.resources.map(({ id }) => id)]
    return queryOptions({
      queryKey: [...all, 'events', ...of, time],
      queryFn: ({ client, queryKey, signal }): Promise<Timeline> => {
        const isRenewed = client.getQueryData(queryKey) !== undefined
        const keep = cacheIn(client, [...all, 'past', ...of], time, isRenewed)
        const watched = subject.kind === 'check' ? [subject.id] : []
        return readEvents({ things: surroundings.resources, watched }, { time, days: FREQUENCY_DAYS, keep, signal })
      },
    })
  },

  /** The surroundings of several checks, config items and components, each at distance 0. */
  around: (own: readonly Omit<TimelineResource, 'steps'>[]) =>
    queryOptions({
      queryKey: [...all, 'around', own.map(({ id }) => id)],
      queryFn: ({ signal }) => aroundThings(own, signal),
      staleTime: 60_000,
    }),

  /** Changes and the last transitions of checks within a time range. */
  changesAround: (surroundings: TimelineSurroundings, time: TimeBounds) => {
    const of = surroundings.resources.map(({ id }) => id)
    return queryOptions({
      queryKey: [...all, 'changes around', of, time],
      queryFn: ({ client, queryKey, signal }): Promise<Timeline> => {
        const isRenewed = client.getQueryData(queryKey) !== undefined
        const keep = cacheIn(client, [...all, 'past of several', of], time, isRenewed)
        return readEvents(
          { things: surroundings.resources, watched: [] },
          { time, days: FREQUENCY_DAYS, keep, signal },
          ['Changes', 'Transitions of checks']
        )
      },
    })
  },

  /** Several resources without surroundings, with the config items that they belong to or consist of. */
  involved: (of: readonly SubjectRef[]) =>
    queryOptions({
      queryKey: [...all, 'involved', of],
      queryFn: ({ signal }) => readInvolved(of, signal),
      staleTime: 60_000,
    }),

  /** The events of several resources since a time and, if given, before another time. */
  eventsOn: (things: readonly TimelineResource[], time: { from: number; to: number | undefined }) =>
    queryOptions({
      queryKey: [...all, 'eventsOn', things.map(({ id }) => id), time.from, time.to],
      queryFn: ({ client, signal }): Promise<Timeline> => eventsOn(things, time, client, signal),
    }),
}

/** Maximum number of checks whose transitions are all requested. */
const MOST_WATCHED = 20
const TURNS_MS = 5 * 60_000

async function eventsOn(
  things: readonly TimelineResource[],
  { from, to }: { from: number; to: number | undefined },
  client: QueryClient,
  signal: AbortSignal
): Promise<Timeline> {
  if (things.length === 0) return { events: [], usual: new Map(), usualDays: 0, missing: [] }
  const checks = things.flatMap(({ kind, id }) => (kind === 'check' ? [id] : []))
  const watched = checks.slice(0, MOST_WATCHED)
  const time = { from, to: to ?? Date.now() + 1 }
  const found = await readEvents(
    { things, watched },
    {
      time,
      days: 0,
      keep: withoutCache,
      signal,
      async turnsOf(ids) {
        const lastTurns = await call({
          path: '/api/db/checks',
          query: [inList('id', ids), select('id', 'last_transition_time'), order('id.asc')],
          schema: z.array(z.pick(transitionRow, { id: true, last_transition_time: true })),
          signal,
        })
        // The transitions are derived from thousands of runs, so they are read again only after one of the checks has
        // changed its result.
        return client.fetchQuery({
          queryKey: [...all, 'turns', lastTurns, from, to],
          queryFn: () => readTransitions([inList('id', ids)], time, signal),
          // A backend may store the run that caused a transition after the transition itself.
          staleTime: TURNS_MS,
        })
      },
    }
  )
  const left = checks.length - watched.length
  return left === 0
    ? found
    : {
        ...found,
        missing: [
          ...found.missing,
          `Transitions of checks: only the last transition of ${formatCount(left, 'more check')} is included.`,
        ],
      }
}
