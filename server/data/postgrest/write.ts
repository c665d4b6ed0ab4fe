import { emptySql, ident, joinSql, type Sql, sql } from '../db/sql'
import { type Author, writableColumns, ownRowSql, authorColumns } from './authors'
import type { WriteBody } from './body'
import { catalogSql, relationSql } from './catalog-sql'
import { QueryError } from './errors'
import type { ReadPlan } from './plan'
import type { RelationalQuery } from './request'
import type { SchemaRelation } from './schema-cache'
import { planConditionsSql } from './to-sql'

/** Inserts the rows of a body in the name of their author, and returns them. */
export function insertSql(relation: SchemaRelation, sent: WriteBody, query: RelationalQuery, author: Author): Sql {
  if (sent.isEmpty) return sql`select * from ${relationSql(relation.name)} limit 0`
  const body = { ...sent, columns: writableColumns(relation, sent) }
  const signed = authorColumns(relation, 'created_by', author)
  const columns = joinSql([...body.columns.map(ident), ...signed.map(({ column }) => column)])
  const values = joinSql([...body.columns.map(ident), ...signed.map(({ value }) => value)])
  const rows = rowsSql(relation, body, query)
  const conflict = conflictSql(relation, body, query, author)
  // Without members every column takes its default.
  if (body.columns.length === 0 && signed.length === 0) {
    return sql`insert into ${relationSql(relation.name)} default values returning *`
  }
  return sql`insert into ${relationSql(relation.name)} (${columns}) select ${values} from ${rows}${conflict} returning *`
}

/** The rows of a body, with the types of the relation. */
const rowsSql = (relation: SchemaRelation, body: WriteBody, { prefer }: RelationalQuery): Sql =>
  sql`json_populate_recordset(null::${relationSql(relation.name)}, ${prefer.fillsDefaults ? filled(relation, body) : sql`${body.text}::json`})`

/** Merged over the defaults of the written columns. */
function filled(relation: SchemaRelation, { text, columns }: WriteBody): Sql {
  const defaults = columns.flatMap((name) => {
    const expression = relation.columns.get(name)?.default
    return expression === undefined ? [] : [sql`${name}::text, ${catalogSql(expression)}`]
  })
  return sql`(select json_agg(jsonb_build_object(${joinSql(defaults)}) || item) from jsonb_array_elements(${text}::jsonb) as item)`
}

/** Whether an insert finds existing rows as its preference says: to merge with one, a key must identify it. */
export const findsDuplicates = (
  { primaryKey }: SchemaRelation,
  { prefer, onConflict }: Pick<RelationalQuery, 'prefer' | 'onConflict'>
): boolean => prefer.resolution === 'ignore' || (onConflict ?? primaryKey).length > 0

function conflictSql(relation: SchemaRelation, { columns }: WriteBody, query: RelationalQuery, author: Author): Sql {
  const { prefer, onConflict } = query
  if (!prefer.resolution) return emptySql
  const key = onConflict ?? relation.primaryKey
  const unknown = key.find((name) => !relation.columns.has(name))
  if (unknown !== undefined) throw new QueryError('42703', `column "${unknown}" does not exist`)
  const target = key.length === 0 ? emptySql : sql` (${joinSql(key.map(ident))})`
  if (!findsDuplicates(relation, query)) return emptySql
  const changed = columns.filter((name) => !key.includes(name))
  if (prefer.resolution === 'ignore' || changed.length === 0) return sql` on conflict${target} do nothing`
  const set = [
    ...changed.map((name) => sql`${ident(name)} = excluded.${ident(name)}`),
    ...authorColumns(relation, 'updated_by', author).map(({ column, value }) => sql`${column} = ${value}`),
  ]
  const own = ownRowSql(relation, author, 'update', ident(relation.name))
  return sql` on conflict${target} do update set ${joinSql(set)}${own ? sql` where ${own}` : emptySql}`
}

/** Updates the rows that match the plan's conditions, and returns them. Their first author is unchanged. */
export function updateSql(
  relation: SchemaRelation,
  body: WriteBody,
  query: RelationalQuery,
  plan: ReadPlan,
  author: Author
): Sql {
  const columns = writableColumns(relation, body)
  if (columns.length === 0) throw new QueryError('PGRST102', 'The body contains no column to change')
  const set = joinSql([
    ...columns.map((name) => sql`${ident(name)} = body.${ident(name)}`),
    ...authorColumns(relation, 'updated_by', author).map(({ column, value }) => sql`${column} = ${value}`),
  ])
  const rows = rowsSql(relation, body, query)
  return sql`update ${relationSql(relation.name)} as ${target} set ${set} from (select * from ${rows} limit 1) as body
    where ${chosen(plan, ownRowSql(relation, author, 'update', target), 'PATCH')} returning ${target}.*`
}

/** Deletes the rows that match the plan's conditions, and returns them. */
export function deleteSql(relation: SchemaRelation, plan: ReadPlan, author: Author): Sql {
  const own = ownRowSql(relation, author, 'delete', target)
  return sql`delete from ${relationSql(relation.name)} as ${target} where ${chosen(plan, own, 'DELETE')} returning ${target}.*`
}

/** Selects matching rows that only other authors may change; undefined when the relation has no such rule. */
export function inaccessibleRowsSql(
  relation: SchemaRelation,
  plan: ReadPlan,
  author: Author,
  change: 'update' | 'delete'
): Sql | undefined {
  const own = ownRowSql(relation, author, change, target)
  const conditions = planConditionsSql(plan, target)
  return (
    own &&
    sql`select from ${relationSql(relation.name)} as ${target} where ${joinSql([...conditions, sql`not ${own}`], sql` and `)} limit 1`
  )
}

const target = sql`target`

/** Refuses a write without a filter, so that a missing parameter does not change a whole table. */
function chosen(plan: ReadPlan, own: Sql | undefined, method: string): Sql {
  const conditions = planConditionsSql(plan, target)
  if (conditions.length === 0) throw new QueryError('21000', `${method} requires a filter that selects rows`)
  return joinSql([...conditions, ...(own ? [own] : [])], sql` and `)
}
