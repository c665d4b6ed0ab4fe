import { z } from 'zod/mini'
import { configItemName } from '@/lib/catalog/config-name'
import { computeDistances } from '@/lib/timeline/neighbours'
import { latestHealthChange } from '../health/health-since'
import { call } from '../http'
import { readPart } from '../parts'
import { eq, inList, isNull, limit, select } from '../postgrest'
import { timestamp } from '../time'

/** Kinds of resources with a timeline. */
export const subjectKinds = ['check', 'config', 'component'] as const
export type SubjectKind = (typeof subjectKinds)[number]
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
export type TimelineResource = {
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
  /** The parts that could not be read, each with its reason, as sentences. */
  missing: readonly string[]
}

/** Maximum distance along relationships of config items that the console requests anywhere. */
const DEPTH = 5
/** Maximum number of config items from which relationships are followed. */
const MOST_STARTS = 3
/** Maximum number of resources in one request. More would exceed the URL length that servers accept. */
const MOST_THINGS = 100
/** Maximum number of rows of one request. */
const MOST_ROWS = 2000

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

export async function readSubject({ kind, id }: SubjectRef, signal: AbortSignal): Promise<FailureSubject | null> {
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

export const readSurroundings = (subject: FailureSubject, signal: AbortSignal): Promise<TimelineSurroundings> => {
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
  missing?: readonly string[]
}

/** A config item and those that it is related to, directly or not. */
const followRelationships = (id: string, signal: AbortSignal) =>
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

/** The checks that monitor any of these config items. */
const readChecksOf = (configIds: readonly string[], signal: AbortSignal) =>
  call({
    path: '/api/db/checks',
    query: [
      select('id', 'name', 'configs:check_config_relationships!inner(config_id)'),
      inList('configs.config_id', configIds),
      isNull('configs.deleted_at'),
      isNull('deleted_at'),
      limit(MOST_ROWS),
    ],
    schema: z.array(watching),
    signal,
  })

/** The surroundings of some resources: config items along their relationships, and the checks that monitor them. */
async function readAround(
  { own, configs: starts, components, missing: before = [] }: Start,
  signal: AbortSignal
): Promise<TimelineSurroundings> {
  const startIds = [...starts.keys()]
  const missing = [...before]
  const walks = Promise.all(startIds.slice(0, MOST_STARTS).map((id) => followRelationships(id, signal)))
  const found = (await readPart('Related config items', walks, missing))?.flat() ?? []
  const rows = new Map(found.map((row) => [row.id, row]))
  const edges = new Map<string, string[]>()
  for (const { id, related_ids: to } of found) edges.set(id, [...(edges.get(id) ?? []), ...(to ?? [])])
  const distances = computeDistances(starts, edges)
  const configs = [...distances].flatMap(([id, steps]): TimelineResource[] => {
    const row = rows.get(id)
    return row ? [{ kind: 'config', id, name: configItemName(row), steps }] : []
  })
  const near = configs.slice(0, MOST_THINGS)
  const watched =
    near.length === 0
      ? []
      : ((await readPart(
          'Checks of the config items',
          readChecksOf(
            near.map(({ id }) => id),
            signal
          ),
          missing
        )) ?? [])
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
    missing,
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
async function readLinks(
  of: readonly SubjectRef[],
  signal: AbortSignal
): Promise<Start & { left: number; missing: string[] }> {
  const idsOf = (kind: SubjectKind) => [...new Set(of.flatMap((one) => (one.kind === kind ? [one.id] : [])))]
  const named = [idsOf('check'), idsOf('component')] as const
  // More ids would exceed the URL length that servers accept.
  const [checkIds, componentIds] = [named[0].slice(0, MOST_THINGS), named[1].slice(0, MOST_THINGS)]
  const missing: string[] = []
  const [checks = [], components = []] = await Promise.all([
    checkIds.length === 0
      ? []
      : readPart(
          'Checks',
          call({
            path: '/api/db/checks',
            query: [inList('id', checkIds), select('id', 'name', CONFIGS_OF_CHECK, COMPONENTS_OF_CHECK)],
            schema: z.array(linkedCheckRow),
            signal,
          }),
          missing
        ),
    componentIds.length === 0
      ? []
      : readPart(
          'Components',
          call({
            path: '/api/db/components',
            query: [inList('id', componentIds), select('id', 'name', CONFIGS_OF_COMPONENT)],
            schema: z.array(linkedComponentRow),
            signal,
          }),
          missing
        ),
  ])
  const configs = new Map(idsOf('config').map((id) => [id, 0]))
  for (const id of [...checks, ...components].flatMap((one) => linked(one.configs)))
    if (!configs.has(id)) configs.set(id, 1)
  return {
    own: [...checks.map(thingOf('check')), ...components.map(thingOf('component'))],
    configs,
    components: checks.flatMap((one) => partsIn(one.components)),
    left: named.flat().length - checkIds.length - componentIds.length,
    missing,
  }
}

/** The resources with the given ids, followed by the config items of the checks and components. */
export async function readInvolved(of: readonly SubjectRef[], signal: AbortSignal): Promise<TimelineSurroundings> {
  const { own, configs: steps, left, missing } = await readLinks(of, signal)
  const ids = [...steps.keys()]
  const configs =
    ids.length === 0
      ? []
      : ((await readPart(
          'Config items',
          call({
            path: '/api/db/configs',
            query: [inList('id', ids.slice(0, MOST_THINGS)), select('id', 'name', 'type')],
            schema: z.array(z.pick(configRow, { id: true, name: true, type: true })),
            signal,
          }),
          missing
        )) ?? [])
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
    missing,
  }
}

/** The surroundings of several resources with known names. */
export const aroundThings = async (
  things: readonly Omit<TimelineResource, 'steps'>[],
  signal: AbortSignal
): Promise<TimelineSurroundings> =>
  readAround({ ...(await readLinks(things, signal)), own: things.map((thing) => ({ ...thing, steps: 0 })) }, signal)
