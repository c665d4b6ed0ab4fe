import { empty, ident, join, type Sql, sql } from '../db/sql'
import type { Body } from './body'
import { catalogSql, relationSql } from './catalog-sql'
import { QueryError } from './errors'
import type { Plan } from './plan'
import type { Query } from './request'
import type { Relation } from './schema-cache'
import { conditionsOf } from './to-sql'

/** Inserts the rows of a body and returns them. */
export function insertSql(relation: Relation, body: Body, query: Query): Sql {
  if (body.isEmpty) return sql`select * from ${relationSql(relation.name)} limit 0`
  const columns = join(body.columns.map(ident))
  const rows = sql`json_populate_recordset(null::${relationSql(relation.name)}, ${query.prefer.fillsDefaults ? filled(relation, body) : sql`${body.text}::json`})`
  const conflict = conflictSql(relation, body, query)
  // Without members every column takes its default.
  if (body.columns.length === 0) {
    return sql`insert into ${relationSql(relation.name)} default values returning *`
  }
  return sql`insert into ${relationSql(relation.name)} (${columns}) select ${columns} from ${rows}${conflict} returning *`
}

/** The rows of a body, each over the defaults of the columns that are written. */
function filled(relation: Relation, { text, columns }: Body): Sql {
  const defaults = columns.flatMap((name) => {
    const expression = relation.columns.get(name)?.default
    return expression === undefined ? [] : [sql`${name}::text, ${catalogSql(expression)}`]
  })
  return sql`(select json_agg(jsonb_build_object(${join(defaults)}) || item) from jsonb_array_elements(${text}::jsonb) as item)`
}

function conflictSql(relation: Relation, { columns }: Body, { prefer, onConflict }: Query): Sql {
  if (!prefer.resolution) return empty
  const key = onConflict ?? relation.primaryKey
  const unknown = key.find((name) => !relation.columns.has(name))
  if (unknown !== undefined) throw new QueryError('42703', `column "${unknown}" does not exist`)
  const target = key.length === 0 ? empty : sql` (${join(key.map(ident))})`
  // There is nothing to find the other row by, so there is none.
  if (prefer.resolution === 'merge' && key.length === 0) return empty
  const changed = columns.filter((name) => !key.includes(name))
  if (prefer.resolution === 'ignore' || changed.length === 0) return sql` on conflict${target} do nothing`
  return sql` on conflict${target} do update set ${join(changed.map((name) => sql`${ident(name)} = excluded.${ident(name)}`))}`
}

/** Updates the rows that the plan's conditions choose and returns them. */
export function updateSql(relation: Relation, body: Body, plan: Plan): Sql {
  if (body.columns.length === 0) throw new QueryError('PGRST102', 'The body names nothing to change')
  const target = sql`target`
  const set = join(body.columns.map((name) => sql`${ident(name)} = body.${ident(name)}`))
  const rows = sql`json_populate_recordset(null::${relationSql(relation.name)}, ${body.text}::json)`
  return sql`update ${relationSql(relation.name)} as ${target} set ${set} from (select * from ${rows} limit 1) as body
    where ${chosen(plan, target, 'PATCH')} returning ${target}.*`
}

/** Deletes the rows that the plan's conditions choose and returns them. */
export function deleteSql(relation: Relation, plan: Plan): Sql {
  const target = sql`target`
  return sql`delete from ${relationSql(relation.name)} as ${target} where ${chosen(plan, target, 'DELETE')} returning ${target}.*`
}

/** A write without a filter is refused, so that a forgotten parameter does not change a whole table. */
function chosen(plan: Plan, target: Sql, method: string): Sql {
  const conditions = conditionsOf(plan, target)
  if (conditions.length === 0) throw new QueryError('21000', `${method} needs a filter that says which rows`)
  return join(conditions, sql` and `)
}
