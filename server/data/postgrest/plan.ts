import { resolveEmbed, type JoinPath } from './embed'
import { invalidQueryError, QueryError, unknownColumnError } from './errors'
import type { FilterCondition } from './parse-filter'
import type { OrderTerm } from './parse-order'
import type { SelectList, SelectColumn, SelectEmbed } from './parse-select'
import { MOST_ROWS, type RelationQuery, type RelationalQuery } from './request'
import type { SchemaColumn, SchemaCache } from './schema-cache'
import { type Secrecy, columnSecrecy } from './hidden-columns'
import type { ColumnPath } from './syntax'

export type PlannedColumn = { kind: 'column'; name: string; path: ColumnPath; cast?: string; secrecy: Secrecy }
export type PlannedEmbed = {
  kind: 'embed'
  name: string
  joinPath: JoinPath
  isInner: boolean
  isSpread: boolean
  /** The caller may not read it, so it returns no rows. */
  isWithheld: boolean
  plan: ReadPlan
}
export type PlannedItem = PlannedColumn | PlannedEmbed

/** A read whose names are all checked against the schema. */
export type ReadPlan = {
  /** The relation; undefined for rows of a function that belong to no relation. */
  relation: string | undefined
  columns: ReadonlyMap<string, SchemaColumn>
  items: readonly PlannedItem[]
  conditions: readonly FilterCondition[]
  order: readonly OrderTerm[]
  limit?: number
  offset?: number
}

type Source = Pick<ReadPlan, 'relation' | 'columns'>

/** Types that a select list may cast to. */
const castable = new Set(
  `text varchar bpchar int int2 int4 int8 integer smallint bigint numeric decimal real float4 float8 boolean bool varbit
  date time timestamp timestamptz interval uuid json jsonb text[] int[] uuid[]`.split(/\s+/)
)
/** Without a length, these types would truncate a value to its first character or bit. */
const ofAnyLength = new Map([
  ['char', 'bpchar'],
  ['character', 'bpchar'],
  ['bit', 'varbit'],
])
const MOST_EMBEDS = 40
/**
 * Maximum nesting of to-many embeds, including inner ones: each level multiplies the work by the rows of its parent.
 */
const DEEPEST_MANY = 4

/**
 * Checks every name of a query against the schema.
 * @param mayRead whether the caller may read a relation that the query embeds.
 * @throws {QueryError} for unknown names, and for conditions on relations that the caller may not read.
 */
export function planRead(
  cache: SchemaCache,
  query: RelationalQuery,
  source: Source,
  mayRead: (relation: string) => boolean
): ReadPlan {
  const used = new Set<string>()
  let embeds = 0
  const visit = (
    select: SelectList,
    here: Source,
    relationQuery: RelationQuery,
    path: string,
    lists: number
  ): ReadPlan => {
    const items = new Map<string, PlannedItem>()
    for (const item of select) {
      if (item.kind === 'all')
        for (const column of here.columns.values()) addColumn(items, wholeColumn(here, column.name))
      else if (item.kind === 'column') addColumn(items, planColumn(here, item))
    }
    for (const item of select) {
      if (item.kind !== 'embed') continue
      if (++embeds > MOST_EMBEDS) throw invalidQueryError(`a query may embed ${MOST_EMBEDS} relations`)
      // An embed takes precedence over a column of the same name: clients request `*,created_by(…)` and mean the
      // person. A spread has no name of its own in the response.
      items.set(item.isSpread ? `...${embeds}` : item.name, embed(item, here, path, lists))
    }
    return {
      ...here,
      items: [...items.values()],
      conditions: checkedConditions(here, relationQuery.conditions),
      order: relationQuery.order.map((term) => ({ ...term, path: checkedPath(here, term.path) })),
      limit: Math.min(relationQuery.limit ?? MOST_ROWS, MOST_ROWS),
      ...(relationQuery.offset === undefined ? {} : { offset: relationQuery.offset }),
    }
  }
  /** @param lists number of to-many embeds around it. */
  const embed = (item: SelectEmbed, here: Source, path: string, lists: number): PlannedEmbed => {
    if (here.relation === undefined) throw invalidQueryError('the rows of this function have no relationships')
    const joinPath = resolveEmbed(cache, here.relation, item)
    if (item.isSpread && !joinPath.isToOne)
      throw invalidQueryError(`'${item.target}' has many rows and cannot be spread`)
    const listsHere = joinPath.isToOne ? lists : lists + 1
    if (listsHere > DEEPEST_MANY) throw invalidQueryError(`embeds of many rows may be ${DEEPEST_MANY} deep`)
    const there = { relation: joinPath.to, columns: cache.relations.get(joinPath.to)?.columns ?? new Map() }
    const keys = [item.name, item.target].map((name) => (path === '' ? name : `${path}.${name}`))
    const key = keys.find((candidate) => query.embeds.has(candidate)) ?? keys[0] ?? ''
    used.add(key)
    const relationQuery = query.embeds.get(key) ?? { conditions: [], order: [] }
    const isWithheld = !joinPath.steps.every(({ to }) => mayRead(to))
    // Filters and order on a withheld relation would reveal its values.
    if (isWithheld && (item.isInner || relationQuery.conditions.length > 0 || relationQuery.order.length > 0)) {
      throw new QueryError('42501', `permission denied for ${joinPath.to}`, 403)
    }
    const plan = visit(item.select, there, relationQuery, key, listsHere)
    return {
      kind: 'embed',
      name: item.name,
      joinPath,
      isInner: item.isInner,
      isSpread: item.isSpread,
      isWithheld,
      plan,
    }
  }
  const plan = visit(query.select, source, query.root, '', 0)
  for (const path of query.embeds.keys()) {
    if (used.has(path)) continue
    throw new QueryError(
      'PGRST108',
      `'${path}' is not an embedded resource in this request`,
      400,
      null,
      `Verify that '${path}' is included in the 'select' query parameter.`
    )
  }
  return plan
}

/** The first of two columns with the same name in the response counts. */
function addColumn(items: Map<string, PlannedItem>, column: PlannedColumn): void {
  if (!items.has(column.name)) items.set(column.name, column)
}

const wholeColumn = ({ relation }: Source, name: string): PlannedColumn => ({
  kind: 'column',
  name,
  path: { column: name, steps: [] },
  secrecy: columnSecrecy(relation, name),
})

function planColumn(here: Source, { path, name, cast: named }: SelectColumn): PlannedColumn {
  const cast = named === undefined ? undefined : (ofAnyLength.get(named) ?? named)
  if (!here.columns.has(path.column)) throw unknownColumnError(here.relation ?? 'result', path.column)
  if (cast !== undefined && !castable.has(cast)) throw new QueryError('42704', `type "${cast}" does not exist`)
  const secrecy = columnSecrecy(here.relation, path.column)
  return { kind: 'column', path, name, ...(cast === undefined ? {} : { cast }), secrecy }
}

function checkedPath(here: Source, path: ColumnPath): ColumnPath {
  if (!here.columns.has(path.column)) throw unknownColumnError(here.relation ?? 'result', path.column)
  // Comparing with a secret or sorting by it would reveal it step by step. In columns with secret parts, those parts
  // are sealed.
  if (columnSecrecy(here.relation, path.column) === 'whole') {
    throw new QueryError('42501', `column ${here.relation}.${path.column} cannot be searched`, 403)
  }
  return path
}

function checkedConditions(here: Source, conditions: readonly FilterCondition[]): FilterCondition[] {
  for (const condition of conditions) {
    if (condition.kind === 'test') checkedPath(here, condition.path)
    else checkedConditions(here, condition.parts)
  }
  return [...conditions]
}
