import { ident, joinSql, type Sql, sql } from '../db/sql'
import { catalogSql } from './catalog-sql'
import { QueryError } from './errors'
import { startsWithOperator } from './parse-filter'
import type { SchemaCache, SqlFunction } from './schema-cache'
import { requireShallow } from './syntax'

/** Resolves a function by its name and the given arguments. Arguments with defaults may be missing. */
export function findFunction(cache: SchemaCache, name: string, given: ReadonlySet<string>): SqlFunction {
  const fitting = (cache.functions.get(name) ?? []).filter(
    (one) =>
      one.arguments.every(({ name: argument, isOptional }) => argument !== '' && (isOptional || given.has(argument))) &&
      [...given].every((argument) => one.arguments.some((known) => known.name === argument))
  )
  const [only] = fitting
  if (only && fitting.length === 1) return only
  throw new QueryError(
    'PGRST202',
    `Could not find the function public.${name}(${[...given].toSorted().join(', ')}) in the schema cache`,
    404
  )
}

/**
 * Whether a parameter of a GET is an argument of any function of this name. A filter on a returned column with the same
 * name as an argument is not one.
 */
export const createArgumentTest = (cache: SchemaCache, name: string) => {
  const functions = cache.functions.get(name) ?? []
  const known = new Set(functions.flatMap((one) => one.arguments.map((argument) => argument.name)))
  const columns = new Set(
    functions.flatMap(({ returns }) => (returns.kind === 'rows' ? [...returns.columns.keys()] : []))
  )
  return (parameter: string, value: string) =>
    known.has(parameter) && !(columns.has(parameter) && startsWithOperator(value))
}

/** `name(argument => value, …)`. */
export function callSql({ name, arguments: known }: SqlFunction, given: ReadonlyMap<string, unknown>): Sql {
  const parts = known.flatMap(({ name: argument, type }) => {
    if (!given.has(argument)) return []
    return [sql`${ident(argument)} => ${argumentText(given.get(argument), type)}::${catalogSql(type)}`]
  })
  return sql`public.${ident(name)}(${joinSql(parts)})`
}

/** Converts JSON values to the input format of Postgres types. */
function argumentText(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value) && type.endsWith('[]'))
    return `{${value.map((item) => JSON.stringify(String(item))).join(',')}}`
  if (typeof value !== 'string') return JSON.stringify(value)
  requireShallow(value)
  return value
}
