import { HttpError } from '../http/errors'
import { type ComponentChildren, collectChildren, type ComponentLink } from './graph'
import { matchesQueryList, type TopologyQuery } from './query'
import { type CountedItem, type RolledUpComponent, sumCounts } from './roll-up'
import { groupByKey, type ComponentRow, type StoredTopology } from './stored-topology'

/**
 * The largest number of components in a response. A component with several parents is repeated, and each repetition
 * counts.
 */
const MOST_IN_ANSWER = 10_000
/** Components in the upper levels have all their members. */
const FULL_LEVELS = 2

type Member = Readonly<Record<string, unknown>>
/** A component in the protocol's format; empty members are omitted, with a few exceptions. */
type TopologyNode = Member & { id: string; components?: readonly TopologyNode[] }

type TopologyResponse = {
  components: readonly TopologyNode[]
  /** Statuses of all components before filters, despite the protocol's name. */
  healthStatuses: readonly string[]
  teams: readonly string[]
  types: readonly string[]
  tags: Readonly<Record<string, readonly string[]>>
}

/**
 * Returns the components for the query: a forest, or a list with `flatten`.
 * @throws {HttpError} 400 when the response would be too large.
 */
export function buildTopologyResponse(
  stored: StoredTopology,
  rolled: ReadonlyMap<string, RolledUpComponent>,
  query: TopologyQuery
): TopologyResponse {
  const around = createContext(stored, rolled, query)
  return {
    components: query.flatten === 'true' ? listNodes(around) : buildForest(around),
    ...metadata(stored, rolled),
  }
}

type ResponseContext = {
  stored: StoredTopology
  rolled: ReadonlyMap<string, RolledUpComponent>
  query: TopologyQuery
  rows: ReadonlyMap<string, ComponentRow>
  /** Children that pass the filters. */
  children: ComponentChildren
  /** Parents of each component, by hierarchy and by relationships. */
  parents: ComponentChildren
  counted: ReadonlyMap<string, readonly CountedItem[]>
  /** In the order of the response. */
  kept: readonly ComponentRow[]
}

function createContext(
  stored: StoredTopology,
  rolled: ReadonlyMap<string, RolledUpComponent>,
  query: TopologyQuery
): ResponseContext {
  const kept = sorted(
    stored.rows.filter((row) => row.id === query.id || matchesFilters(row, stored, query)),
    query
  )
  const ids = kept.map(({ id }) => id)
  const place = new Map(ids.map((id, index) => [id, index]))
  const links = [...ownLinks(stored.rows), ...stored.links]
  const ordered = links.toSorted(([, a], [, b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
  return {
    stored,
    rolled,
    query,
    rows: new Map(kept.map((row) => [row.id, row])),
    children: collectChildren(ids, ordered),
    parents: new Map(groupByKey(links.map(([parent, child]) => [child, parent]))),
    counted: new Map(stored.components.map((one) => [one.id, one.counted])),
    kept,
  }
}

const ownLinks = (rows: readonly ComponentRow[]): ComponentLink[] =>
  rows.flatMap(({ id, parent_id: parent }): ComponentLink[] => (parent === null ? [] : [[parent, id]]))

const matchesFilters = (
  row: ComponentRow,
  { teams }: StoredTopology,
  { labels, owner, team, agent_id: agent, hidden }: TopologyQuery
): boolean =>
  labels.every(([key, value]) => row.labels !== null && Object.hasOwn(row.labels, key) && row.labels[key] === value) &&
  (!owner || row.owner === owner) &&
  (!team || (teams.get(row.id)?.includes(team) ?? false)) &&
  (!agent || row.agent_id === agent) &&
  !(hidden === 'false' && row.hidden)

function listNodes(around: ResponseContext): TopologyNode[] {
  const { reached } = findRoots(around)
  return around.kept
    .filter((row) => (around.query.id !== undefined || reached.has(row.id)) && isShown(row, around))
    .map((row) => ({ ...fullNode(row, around), ...counts(row, around) }))
}

const isShown = ({ id, type }: ComponentRow, { rolled, query }: ResponseContext): boolean =>
  matchesQueryList(query.status, rolled.get(id)?.status ?? '') && matchesQueryList(query.type, type ?? '')

/** Filters for status and type apply to the two upper levels; a component requested by its id is always included. */
function buildForest(around: ResponseContext): TopologyNode[] {
  const { query, children, rows } = around
  let left = MOST_IN_ANSWER
  const node = (row: ComponentRow, path: readonly string[]): TopologyNode => {
    if (left-- === 0)
      throw new HttpError(
        400,
        `The response would have more than ${MOST_IN_ANSWER} components: request fewer levels, or one component`
      )
    const level = path.length
    const below = level + 1 < query.depth ? (children.get(row.id) ?? []) : []
    const components = below
      .flatMap((id) => rows.get(id) ?? [])
      // Cycles are cut.
      .filter((child) => child.id !== row.id && !path.includes(child.id))
      .filter((child) => level > 0 || isShown(child, around))
      .map((child) => node(child, [...path, row.id]))
    const own = level < FULL_LEVELS ? fullNode(row, around) : outlineNode(row, around)
    return components.length > 0 ? { ...own, components } : own
  }
  const top =
    query.id === undefined ? findRoots(around).top.filter((row) => isShown(row, around)) : [rows.get(query.id)]
  return top.flatMap((row) => (row ? [node(row, [])] : []))
}

/**
 * Returns the components whose parent is not included: there is none, it is filtered out, or it is not visible.
 * Descendants of hidden components only are excluded too. Of parents in a cycle, the first is a root.
 */
function findRoots({ kept, rows, stored, query, children }: ResponseContext): {
  top: ComponentRow[]
  reached: ReadonlySet<string>
} {
  const hidden = query.hidden === 'false' ? findHiddenDescendants(stored) : new Set<string>()
  const top = kept.filter(({ id, parent_id: parent }) => (parent === null || !rows.has(parent)) && !hidden.has(id))
  const reached = new Set(top.map(({ id }) => id))
  const spreadOut = () => {
    for (const id of reached) for (const child of children.get(id) ?? []) reached.add(child)
  }
  spreadOut()
  for (const row of kept) {
    if (reached.has(row.id) || hidden.has(row.id)) continue
    top.push(row)
    reached.add(row.id)
    spreadOut()
  }
  return { top, reached }
}

/** Returns the hidden components and their descendants. */
function findHiddenDescendants({ rows }: StoredTopology): Set<string> {
  const found = new Set(rows.flatMap(({ id, hidden }) => (hidden ? [id] : [])))
  const own = collectChildren(
    rows.map(({ id }) => id),
    ownLinks(rows)
  )
  for (const id of found) for (const child of own.get(id) ?? []) found.add(child)
  return found
}

function sorted(rows: readonly ComponentRow[], { sortBy = '', sortOrder }: TopologyQuery): readonly ComponentRow[] {
  const field = /^field:(.+)$/.exec(sortBy)?.[1]
  if (field === undefined && sortBy !== 'name') return rows
  const sign = sortOrder === 'desc' ? -1 : 1
  const valueOf = (row: ComponentRow) => (field === undefined ? row.name : readProperty(row, field))
  const keyed = rows.map((row) => ({ row, key: valueOf(row) }))
  // Rows without a value come last in either direction.
  return keyed
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined)
      return sign * compareValues(a.key, b.key)
    })
    .map(({ row }) => row)
}

const compareValues = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : Number(String(a) > String(b))

function readProperty({ properties }: ComponentRow, name: string): string | number | undefined {
  if (!Array.isArray(properties)) return undefined
  const found = (properties as ({ name?: unknown; text?: unknown; value?: unknown } | null)[]).find(
    (one) => one?.name === name
  )
  const value = found?.value ?? found?.text
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined
}

const always = ['id', 'name', 'type', 'status', 'namespace', 'description', 'is_leaf']
const internalColumns = new Set([
  'properties_values',
  'log_selectors',
  'component_checks',
  'is_pushed',
  'health',
  'status',
  'summary',
  'status_reason',
])
/** The members of components in lower levels. */
const outline = new Set(['text', 'topology_type', 'labels', 'hidden', 'silenced', 'icon', 'properties', ...always])

/** A component with all its members. */
function fullNode(row: ComponentRow, { rolled, children, parents }: ResponseContext): TopologyNode {
  const members = Object.entries(row).filter(([name]) => !internalColumns.has(name))
  return toNode(row, rolled, Object.fromEntries(members), {
    logs: row['log_selectors'],
    componentChecks: row['component_checks'],
    children: children.get(row.id),
    parents: [...new Set(parents.get(row.id))],
  })
}

const outlineNode = (row: ComponentRow, { rolled }: ResponseContext): TopologyNode =>
  toNode(row, rolled, Object.fromEntries(Object.entries(row).filter(([name]) => outline.has(name))))

function toNode(
  row: ComponentRow,
  rolled: ResponseContext['rolled'],
  members: Member,
  more: Member = {}
): TopologyNode {
  const { status, health, summary, reason } = rolled.get(row.id) ?? {
    status: row.status,
    health: row.health,
    summary: {},
  }
  const all = {
    ...members,
    ...more,
    status,
    health,
    summary,
    status_reason: row.status_reason || reason?.text,
    health_reason: reason,
  }
  return {
    id: row.id,
    ...Object.fromEntries(always.map((name) => [name, row[name] ?? (name === 'is_leaf' ? false : '')])),
    ...Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value))),
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** Only in a list: in a tree the counts are in the summary. */
function counts({ id }: ComponentRow, { counted }: ResponseContext): Member {
  const { checks, incidents, insights } = sumCounts(counted.get(id) ?? [])
  return { ...(checks && { checks }), ...(incidents && { incidents }), ...(insights && { analysis: insights }) }
}

function metadata(
  { rows, teams }: StoredTopology,
  rolled: ReadonlyMap<string, RolledUpComponent>
): Omit<TopologyResponse, 'components'> {
  const tags = new Map<string, Set<string>>()
  for (const { labels } of rows)
    for (const [key, value] of Object.entries(labels ?? {}))
      tags.set(key, (tags.get(key) ?? new Set()).add(String(value)))
  return {
    healthStatuses: distinct([...rolled.values()].map(({ status }) => status)),
    teams: distinct([...teams.values()].flat()),
    types: distinct(rows.map(({ type }) => type ?? '')),
    tags: Object.fromEntries(
      [...tags].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, some]) => [key, distinct([...some])])
    ),
  }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts.filter((text) => text !== ''))].toSorted()

/** The members that the card of a component shows. */
const cardMembers = new Set(
  (
    'id name type icon text description namespace is_leaf labels properties status health status_reason health_reason ' +
    'summary components'
  ).split(' ')
)

/** The part of the response that is public, signed in or not: cards without details. */
export const toPublicResponse = ({ components }: TopologyResponse): TopologyResponse => ({
  components: components.map(toCard),
  healthStatuses: [],
  teams: [],
  types: [],
  tags: {},
})

const toCard = (component: TopologyNode): TopologyNode => ({
  ...Object.fromEntries(Object.entries(component).filter(([name]) => cardMembers.has(name))),
  id: component.id,
  ...(component.components && { components: component.components.map(toCard) }),
})
