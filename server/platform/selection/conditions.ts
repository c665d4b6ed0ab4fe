import { joinSql, type Sql, sql } from '../../data/db/sql'
import { MOST_CONDITIONS } from '../../data/postgrest/request'
import { HttpError } from '../../http/errors'
import { parseListPattern } from './list'
import { parseLabelSelector } from './selector'

/**
 * @param count conditions of all lists and selectors of the request
 * @throws {HttpError} 400 for more conditions than a request may have.
 */
export function requireFewConditions(count: number): void {
  if (count > MOST_CONDITIONS)
    throw new HttpError(400, `bad request: a request may have ${MOST_CONDITIONS} conditions; this one has ${count}`)
}

/**
 * Converts the protocol's list syntax (`a,!b,c*`) into conditions on a text column.
 * @param isEncoded whether items are percent-encoded, so that they may contain commas.
 * @throws {HttpError} 400 for an escape that cannot be decoded, and for too many patterns.
 */
export function listConditions(column: Sql, text: string | null | undefined, isEncoded = false): Sql[] {
  const { included, excluded, patterns } = parseListPattern(text ?? '')
  requireFewConditions(patterns.length)
  const valuesOf = (items: readonly string[]) => (isEncoded ? items.map(decoded) : items)
  return [
    ...(included.length > 0 ? [oneOfCondition(column, valuesOf(included))] : []),
    ...(excluded.length > 0 ? [sql`${column} <> all(${valuesOf(excluded)}::text[])`] : []),
    ...valuesOf(patterns).map((pattern) => sql`${column} like ${toLikePattern(pattern)}`),
  ]
}

/** Only the asterisk is a wildcard. A pattern that ends with the escape character of `like` would be an error. */
const toLikePattern = (pattern: string) => pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')

/** Postgres compares a single value without an array in half the time. */
function oneOfCondition(column: Sql, values: readonly string[]): Sql {
  const [value, ...others] = values
  return value === undefined || others.length > 0 ? sql`${column} = any(${values}::text[])` : sql`${column} = ${value}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new HttpError(400, `bad request: "${text.slice(0, 100)}" is not percent-encoded text`)
  }
}

/**
 * Converts a label selector (`a=b,c in (d,e),!f`) into conditions on an object column.
 * @throws {HttpError} 400 for an invalid selector, and for too many requirements.
 */
export function labelConditions(column: Sql, written: string): Sql[] {
  const requirements = parseLabelSelector(written)
  if (!requirements) throw new HttpError(400, `bad request: "${written.slice(0, 100)}" is not a label selector`)
  requireFewConditions(requirements.length)
  return requirements.map(({ key, op, values }) => {
    const value = sql`${column} ->> ${key}`
    if (op === 'exists') return sql`${value} is not null`
    if (op === 'missing') return sql`${value} is null`
    return op === 'in' ? oneOfCondition(value, values) : sql`(${value} is null or ${value} <> all(${values}::text[]))`
  })
}

/** Combines conditions with AND; true when there are none. */
export const combineConditions = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : joinSql(conditions, sql` and `)
