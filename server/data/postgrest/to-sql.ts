import { emptySql, ident, joinSql, type Sql, sql } from '../db/sql'
import { countedRowsSql } from './response-limits'
import { catalogSql, relationSql } from './catalog-sql'
import { comparisons, type FilterCondition, searches, type FilterTest } from './parse-filter'
import type { OrderTerm } from './parse-order'
import type { ReadPlan, PlannedColumn, PlannedEmbed } from './plan'
import type { SchemaColumn, Relationship } from './schema-cache'
import { isListIndex, type ColumnPath } from './syntax'

/** A relation in a statement, under a unique name. `depth` is the number of embeds around it. */
type Alias = { name: Sql; columns: ReadonlyMap<string, SchemaColumn>; depth: number }

/** Creates a generator of unique relation names for one statement. */
function aliases() {
  let count = 0
  return () => ident(`t${count++}`)
}
type NextAlias = () => Sql

/**
 * The rows of a plan. Embeds are subqueries in the select list: with a limit, Postgres evaluates them only for the rows
 * of the page, whatever the size of the table.
 * @param source the rows: a relation's name, a function call, or a query of written rows.
 */
export function planRowsSql(plan: ReadPlan, source: Sql): Sql {
  const next = aliases()
  const here = { name: next(), columns: plan.columns, depth: 0 }
  return selectFrom(plan, here, source, [], next)
}

/** The number of rows without limit and offset. */
export function planCountSql(plan: ReadPlan, source: Sql): Sql {
  const next = aliases()
  const here = { name: next(), columns: plan.columns, depth: 0 }
  return sql`select count(*) from ${source} as ${here.name}${whereOf(plan, here, [], next)}`
}

/** The conditions of a plan, for statements that write. Empty when there are none. */
export const planConditionsSql = (plan: ReadPlan, name: Sql): Sql[] =>
  plan.conditions.map((condition) => conditionSql(condition, { name, columns: plan.columns, depth: 0 }))

function selectFrom(plan: ReadPlan, here: Alias, source: Sql, joins: readonly Sql[], next: NextAlias): Sql {
  const { outputs, spreads } = outputsOf(plan, here, next)
  const items = [...outputs].map(([name, value]) => sql`${value} as ${ident(name)}`)
  const limit = plan.limit === undefined ? emptySql : sql` limit ${plan.limit}`
  const offset = plan.offset === undefined ? emptySql : sql` offset ${plan.offset}`
  const order = orderOf(plan, here)
  const page = sql`${source} as ${here.name}${whereOf(plan, here, joins, next)}${order}${limit}${offset}`
  // Postgres would evaluate embeds for skipped rows too, and spreads for all rows: the page is selected first, then
  // sorted again for the output.
  if (spreads.length > 0 || (plan.offset && plan.items.some(({ kind }) => kind === 'embed'))) {
    return sql`select ${joinSql(items)} from (select ${here.name}.* from ${page}) as ${here.name}${joinSql(spreads, emptySql)}${order}`
  }
  return sql`select ${joinSql(items)} from ${page}`
}

/** The output columns of a plan by name; the last of two with one name counts. Spreads become joins. */
function outputsOf(
  plan: ReadPlan,
  here: Alias,
  next: NextAlias
): { outputs: ReadonlyMap<string, Sql>; spreads: Sql[] } {
  const outputs = new Map<string, Sql>()
  const spreads: Sql[] = []
  for (const item of plan.items) {
    if (item.kind === 'column') outputs.set(item.name, columnSql(item, here))
    else if (item.isSpread) {
      const names = namesOf(item.plan)
      const joined = next()
      for (const name of names) outputs.set(name, item.isWithheld ? sql`null` : sql`${joined}.${ident(name)}`)
      if (item.isWithheld || names.length === 0) continue
      const rows = embedRows({ ...item, plan: { ...item.plan, limit: 1 } }, here, next)
      spreads.push(sql` left join lateral (${rows}) as ${joined} on true`)
    }
    // `rel!inner()` filters the parent and outputs nothing.
    else if (item.plan.items.length > 0) outputs.set(item.name, embedSql(item, here, next))
  }
  return { outputs, spreads }
}

/** The output names of a plan, including those of its spreads. */
const namesOf = ({ items }: ReadPlan): string[] =>
  items.flatMap((item) => {
    if (item.kind === 'column') return [item.name]
    if (item.isSpread) return namesOf(item.plan)
    return item.plan.items.length === 0 ? [] : [item.name]
  })

/** An object, or a list of objects. */
function embedSql(item: PlannedEmbed, here: Alias, next: NextAlias): Sql {
  if (item.isWithheld) return item.joinPath.isToOne ? sql`null::json` : sql`'[]'::json`
  if (item.joinPath.isToOne) {
    const plan = { ...item.plan, limit: 1 }
    return sql`(${countedRowsSql(embedRows({ ...item, plan }, here, next), here.depth + 1)})`
  }
  const list = countedRowsSql(embedRows(item, here, next), here.depth + 1)
  return sql`coalesce((select json_agg(made) from (${list}) as r), '[]'::json)`
}

function embedRows({ plan, joinPath }: PlannedEmbed, parent: Alias, next: NextAlias): Sql {
  const here = { name: next(), columns: plan.columns, depth: parent.depth + 1 }
  return selectFrom(plan, here, relationSql(joinPath.to), joinsOf(joinPath.steps, parent, here, next), next)
}

/** The join conditions between a row of the embed and its parent row. */
function joinsOf(steps: readonly Relationship[], parent: Alias, here: Alias, next: NextAlias): Sql[] {
  const [first, second] = steps
  if (!first) return []
  if (!second) return first.on.map(({ from, to }) => sql`${here.name}.${ident(to)} = ${parent.name}.${ident(from)}`)
  const link = next()
  const there = first.on.map(({ from, to }) => sql`${link}.${ident(to)} = ${parent.name}.${ident(from)}`)
  const back = second.on.map(({ from, to }) => sql`${here.name}.${ident(to)} = ${link}.${ident(from)}`)
  return [
    sql`exists (select from ${relationSql(first.to)} as ${link} where ${joinSql([...there, ...back], sql` and `)})`,
  ]
}

function whereOf(plan: ReadPlan, here: Alias, joins: readonly Sql[], next: NextAlias): Sql {
  const inner = plan.items.flatMap((item) =>
    item.kind === 'embed' && item.isInner ? [existsOf(item, here, next)] : []
  )
  const own = plan.conditions.flatMap((condition) => [...narrowingOf(condition, here), conditionSql(condition, here)])
  const all = [...joins, ...own, ...inner]
  return all.length === 0 ? emptySql : sql` where ${joinSql(all, sql` and `)}`
}

function existsOf({ plan, joinPath }: PlannedEmbed, parent: Alias, next: NextAlias): Sql {
  const here = { name: next(), columns: plan.columns, depth: parent.depth + 1 }
  const where = whereOf(plan, here, joinsOf(joinPath.steps, parent, here, next), next)
  return sql`exists (select from ${relationSql(joinPath.to)} as ${here.name}${where})`
}

function orderOf(plan: ReadPlan, here: Alias): Sql {
  if (plan.order.length === 0) return emptySql
  return sql` order by ${joinSql(plan.order.map((term) => orderTermSql(term, here)))}`
}

function orderTermSql({ path, isDescending, nulls }: OrderTerm, here: Alias): Sql {
  const direction = isDescending ? sql` desc` : sql` asc`
  const where = nulls === undefined ? emptySql : nulls === 'first' ? sql` nulls first` : sql` nulls last`
  return sql`${pathSql(path, here)}${direction}${where}`
}

function columnSql({ path, cast, secrecy }: PlannedColumn, here: Alias): Sql {
  if (secrecy === 'whole') return maskedSql(pathSql({ column: path.column, steps: [] }, here))
  const stored = pathSql(path, here)
  const value = secrecy === 'partly' ? sealedMaskedSql(stored, typeOf(path, here)) : stored
  return cast === undefined ? value : sql`(${value})::${catalogSql(cast)}`
}

// The masks are written out here, because a database of another server lacks the functions of the schema "console".

/** A reference to a secret is not secret; any other value is. */
const maskedSql = (value: Sql): Sql =>
  sql`case when ${value} = '' or ${value} ~ '^(secret|configmap|helm|serviceaccount)://' then ${value} else '***' end`

/** A mask in place of each envelope (`server/data/secrets/vault.ts`). */
const sealedMaskedSql = (value: Sql, type: string): Sql =>
  sql`regexp_replace((${value})::text, 'sealed:\\d+(?:\\.[A-Za-z0-9_-]+){3}', '***', 'g')::${catalogSql(type)}`

function pathSql({ column, steps }: ColumnPath, here: Alias): Sql {
  return steps.reduce(
    (before, { asText, key }) => {
      const arrow = asText ? sql`->>` : sql`->`
      return isListIndex(key) ? sql`${before}${arrow}${key}::int` : sql`${before}${arrow}${key}::text`
    },
    valueSql(column, here)
  )
}

function valueSql(name: string, here: Alias): Sql {
  const column = here.columns.get(name)
  const value = sql`${here.name}.${ident(name)}`
  if (column?.hidden === undefined) return value
  return column.hidden === 'value'
    ? sql`null::${catalogSql(column.type)}`
    : sql`(${value} - ${column.hidden.member}::text)`
}

function conditionSql(condition: FilterCondition, here: Alias): Sql {
  const positive =
    condition.kind === 'test'
      ? testSql(condition.test, sql`${pathSql(condition.path, here)}`, typeOf(condition.path, here))
      : treeSql(condition, here)
  return condition.isNegated ? sql`not (${positive})` : sql`(${positive})`
}

/**
 * An additional condition that is cheaper to evaluate: a search over several columns first checks the search column,
 * whose text is in lower case already, whereas `ilike` converts each column of each row. It is false where the original
 * condition is null, so it is used only next to conditions that must be true, never nested.
 */
function narrowingOf(condition: FilterCondition, here: Alias): Sql[] {
  if (condition.kind !== 'or' || condition.isNegated) return []
  const patterns = new Set<string>()
  const texts = new Set<string>()
  for (const part of condition.parts) {
    if (part.kind !== 'test' || part.isNegated || part.path.steps.length > 0) return []
    const { searchColumn } = here.columns.get(part.path.column) ?? {}
    if (searchColumn === undefined || part.test.op !== 'ilike' || 'quantifier' in part.test) return []
    texts.add(searchColumn)
    patterns.add(patternOf(part.test.value))
  }
  // Postgres refuses a pattern that ends with an escape; in the search column it would not be the end.
  if ([...patterns].some(endsWithEscape)) return []
  const tests = [...texts].flatMap((text) =>
    [...patterns].map((pattern) => sql`${here.name}.${ident(text)} like '%' || lower(${pattern}::text) || '%'`)
  )
  return [sql`(${joinSql(tests, sql` or `)})`]
}

const endsWithEscape = (pattern: string) => (/\\*$/.exec(pattern)?.[0].length ?? 0) % 2 === 1

const patternOf = (written: string) => written.replaceAll('*', '%')

function treeSql({ kind, parts }: Extract<FilterCondition, { kind: 'and' | 'or' }>, here: Alias): Sql {
  return joinSql(
    parts.map((part) => conditionSql(part, here)),
    kind === 'and' ? sql` and ` : sql` or `
  )
}

function testSql(test: FilterTest, left: Sql, type: string): Sql {
  switch (test.op) {
    case 'in':
      return test.values.length === 0
        ? sql`false`
        : sql`${left} in (${joinSql(test.values.map((value) => sql`${value}`))})`
    case 'is':
      return sql`${left} is ${isOperands[test.value]}`
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts': {
      const language = test.language === null ? emptySql : sql`${test.language}::regconfig, `
      const vector = type === 'tsvector' ? left : sql`to_tsvector(${language}${left}::text)`
      return sql`${vector} @@ ${ident(searches[test.op])}(${language}${test.value})`
    }
    default: {
      const value = test.op === 'like' || test.op === 'ilike' ? patternOf(test.value) : test.value
      const operator = operators[test.op]
      if (!('quantifier' in test)) return sql`${left} ${operator} ${value}`
      const quantifier = test.quantifier === 'any' ? sql`any` : sql`all`
      return sql`${left} ${operator} ${quantifier} (${value}::${catalogSql(type)}[])`
    }
  }
}

const isOperands = {
  null: sql`null`,
  'not null': sql`not null`,
  true: sql`true`,
  false: sql`false`,
  unknown: sql`unknown`,
} as const

/** The text of an operator comes from the table above, so it can be used as SQL. */
const operators = Object.fromEntries(
  Object.entries(comparisons).map(([name, operator]) => [name, catalogSql(operator)])
) as Record<keyof typeof comparisons, Sql>

function typeOf({ column, steps }: ColumnPath, here: Alias): string {
  const last = steps.at(-1)
  if (last) return last.asText ? 'text' : 'jsonb'
  return here.columns.get(column)?.type ?? 'text'
}
