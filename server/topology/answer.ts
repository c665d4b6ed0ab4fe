import { HttpError } from '../http/errors'
import { type Children, childrenIn, type Link } from './graph'
import { isWanted, type TopologyQuery } from './query'
import { type Counted, type RolledUp, tally } from './roll-up'
import { grouped, type Row, type Stored } from './stored'

/**
 * The largest number of components in a response. A component with several parents is repeated, and each repetition
 * counts.
 */
const MOST_IN_ANSWER = 10_000
/** Components in the upper levels have all their members. */
const FULL_LEVELS = 2

type Member = Readonly<Record<string, unknown>>
/** A component in the protocol's format; empty members are omitted, with a few exceptions. */
export type Answered = Member & { id: string; components?: readonly Answered[] }

export type TopologyAnswer = {
  components: readonly Answered[]
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
export function answerOf(stored: Stored, rolled: ReadonlyMap<string, RolledUp>, query: TopologyQuery): TopologyAnswer {
  const around = surroundings(stored, rolled, query)
  return {
    components: query.flatten === 'true' ? flat(around) : forest(around),
    ...metadata(stored, rolled),
  }
}

type Around = {
  stored: Stored
  rolled: ReadonlyMap<string, RolledUp>
  query: TopologyQuery
  rows: ReadonlyMap<string, Row>
  /** Children that pass the filters. */
  children: Children
  /** By parent and by relationships. */
  parents: Children
  counted: ReadonlyMap<string, readonly Counted[]>
  /** In the order of the response. */
  kept: readonly Row[]
}

function surroundings(stored: Stored, rolled: ReadonlyMap<string, RolledUp>, query: TopologyQuery): Around {
  const kept = sorted(
    stored.rows.filter((row) => row.id === query.id || isKept(row, stored, query)),
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
    children: childrenIn(ids, ordered),
    parents: new Map(grouped(links.map(([parent, child]) => [child, parent]))),
    counted: new Map(stored.components.map((one) => [one.id, one.counted])),
    kept,
  }
}

const ownLinks = (rows: readonly Row[]): Link[] =>
  rows.flatMap(({ id, parent_id: parent }): Link[] => (parent === null ? [] : [[parent, id]]))

const isKept = (
  row: Row,
  { teams }: Stored,
  { labels, owner, team, agent_id: agent, hidden }: TopologyQuery
): boolean =>
  labels.every(([key, value]) => row.labels !== null && Object.hasOwn(row.labels, key) && row.labels[key] === value) &&
  (!owner || row.owner === owner) &&
  (!team || (teams.get(row.id)?.includes(team) ?? false)) &&
  (!agent || row.agent_id === agent) &&
  !(hidden === 'false' && row.hidden)

function flat(around: Around): Answered[] {
  const { reached } = uppermost(around)
  return around.kept
    .filter((row) => (around.query.id !== undefined || reached.has(row.id)) && isShown(row, around))
    .map((row) => ({ ...described(row, around), ...counts(row, around) }))
}

const isShown = ({ id, type }: Row, { rolled, query }: Around): boolean =>
  isWanted(query.status, rolled.get(id)?.status ?? '') && isWanted(query.type, type ?? '')

/** Filters for status and type apply to the two upper levels; a component requested by its id is always included. */
function forest(around: Around): Answered[] {
  const { query, children, rows } = around
  let left = MOST_IN_ANSWER
  const node = (row: Row, path: readonly string[]): Answered => {
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
    const own = level < FULL_LEVELS ? described(row, around) : outlined(row, around)
    return components.length > 0 ? { ...own, components } : own
  }
  const top =
    query.id === undefined ? uppermost(around).top.filter((row) => isShown(row, around)) : [rows.get(query.id)]
  return top.flatMap((row) => (row ? [node(row, [])] : []))
}

/**
 * Returns the components whose parent is not included: there is none, it is filtered out, or it is not visible.
 * Descendants of hidden components only are excluded too. Of parents in a cycle, the first is a root.
 */
function uppermost({ kept, rows, stored, query, children }: Around): { top: Row[]; reached: ReadonlySet<string> } {
  const hidden = query.hidden === 'false' ? belowHidden(stored) : new Set<string>()
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
function belowHidden({ rows }: Stored): Set<string> {
  const found = new Set(rows.flatMap(({ id, hidden }) => (hidden ? [id] : [])))
  const own = childrenIn(
    rows.map(({ id }) => id),
    ownLinks(rows)
  )
  for (const id of found) for (const child of own.get(id) ?? []) found.add(child)
  return found
}

function sorted(rows: readonly Row[], { sortBy = '', sortOrder }: TopologyQuery): readonly Row[] {
  const field = /^field:(.+)$/.exec(sortBy)?.[1]
  if (field === undefined && sortBy !== 'name') return rows
  const sign = sortOrder === 'desc' ? -1 : 1
  const valueOf = (row: Row) => (field === undefined ? row.name : propertyOf(row, field))
  const keyed = rows.map((row) => ({ row, key: valueOf(row) }))
  // Rows without a value come last in either direction.
  return keyed
    .toSorted((a, b) => {
      if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined)
      return sign * compared(a.key, b.key)
    })
    .map(({ row }) => row)
}

const compared = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : Number(String(a) > String(b))

function propertyOf({ properties }: Row, name: string): string | number | undefined {
  if (!Array.isArray(properties)) return undefined
  const found = (properties as ({ name?: unknown; text?: unknown; value?: unknown } | null)[]).find(
    (one) => one?.name === name
  )
  const value = found?.value ?? found?.text
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined
}

const always = ['id', 'name', 'type', 'status', 'namespace', 'description', 'is_leaf']
const nowhere = new Set([
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
function described(row: Row, { rolled, children, parents }: Around): Answered {
  const members = Object.entries(row).filter(([name]) => !nowhere.has(name))
  return answered(row, rolled, Object.fromEntries(members), {
    logs: row['log_selectors'],
    componentChecks: row['component_checks'],
    children: children.get(row.id),
    parents: [...new Set(parents.get(row.id))],
  })
}

const outlined = (row: Row, { rolled }: Around): Answered =>
  answered(row, rolled, Object.fromEntries(Object.entries(row).filter(([name]) => outline.has(name))))

function answered(row: Row, rolled: Around['rolled'], members: Member, more: Member = {}): Answered {
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
function counts({ id }: Row, { counted }: Around): Member {
  const { checks, incidents, insights } = tally(counted.get(id) ?? [])
  return { ...(checks && { checks }), ...(incidents && { incidents }), ...(insights && { analysis: insights }) }
}

function metadata({ rows, teams }: Stored, rolled: ReadonlyMap<string, RolledUp>): Omit<TopologyAnswer, 'components'> {
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
const onCard = new Set(
  (
    'id name type icon text description namespace is_leaf labels properties status health status_reason health_reason ' +
    'summary components'
  ).split(' ')
)

/** The part of the response that is public, signed in or not: cards without details. */
export const publicPart = ({ components }: TopologyAnswer): TopologyAnswer => ({
  components: components.map(card),
  healthStatuses: [],
  teams: [],
  types: [],
  tags: {},
})

const card = (component: Answered): Answered => ({
  ...Object.fromEntries(Object.entries(component).filter(([name]) => onCard.has(name))),
  id: component.id,
  ...(component.components && { components: component.components.map(card) }),
})
