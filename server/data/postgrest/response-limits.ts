import { type Sql, sql } from '../db/sql'
import { DatabaseError } from '../db/db'
import { QueryError, tooExpensiveHint } from './errors'

/** Maximum number of rows in a response over all levels. Each level alone has at most `MOST_ROWS` per parent row. */
export const MOST_ROWS_IN_ALL = 50_000
/** Maximum size of a response as JSON, in bytes. */
export const MOST_BYTES = 32 * 1024 * 1024

const tooManyRows = `The response has more than ${MOST_ROWS_IN_ALL} rows over all levels`
const tooManyBytes = `The response has more than ${MOST_BYTES} bytes`

/**
 * One JSON value per row, counted while the statement runs: a response that becomes too large fails before the rest of
 * it is built, with an error for `asLimitError`. The counts last until the end of the transaction.
 * @param row the JSON expression for a row named `r`.
 * @param depth number of embeds that the rows are nested in.
 */
export function countedRowsSql(rows: Sql, depth: number, row: Sql = sql`row_to_json(r)`): Sql {
  // Bytes are counted separately for each depth, because a row contains the text of its embedded rows.
  const bytes = added(`console.answer_bytes_${depth}`, sql`coalesce(octet_length(made::text), 0)`)
  return sql`
    select case
      when ${added('console.answer_rows', sql`1`)} > ${MOST_ROWS_IN_ALL} then ${failingSql(tooManyRows)}
      when ${bytes} > ${MOST_BYTES} then ${failingSql(tooManyBytes)}
      else made
    end as made from (${evaluatedOnceSql(rows, row)}) as r`
}

/**
 * Fails with this message in it: an expression raises an error of its own only through a function, which a database of
 * another server does not have. It depends on the row, because Postgres would evaluate a constant in advance.
 */
const failingSql = (message: string): Sql => sql`to_json(concat(${message}::text, left(made::text, 0))::int)`

/** The refusal of a response that became too large; any other error is returned unchanged. */
export function asLimitError(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '22P02') return error
  const message = [tooManyRows, tooManyBytes].find((one) => error.message.includes(one))
  return message === undefined ? error : new QueryError('54000', message, 400, null, tooExpensiveHint)
}

// Without `offset` Postgres would repeat the row's expression, with all its embeds, wherever `made` is used.
const evaluatedOnceSql = (rows: Sql, row: Sql): Sql => sql`select ${row} as made from (${rows}) as r offset 0`

/** Adds to a count stored in a setting, which costs a tenth of a custom function. @returns the sum. */
const added = (setting: string, count: Sql): Sql =>
  sql`set_config(${setting}, (coalesce(nullif(current_setting(${setting}, true), ''), '0')::int + ${count})::text, true)::int`
