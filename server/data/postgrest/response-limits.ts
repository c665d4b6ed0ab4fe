import { type Sql, sql } from '../db/sql'
import { tooExpensiveHint } from './errors'

/** Maximum number of rows in a response over all levels. Each level alone has at most `MOST_ROWS` per parent row. */
export const MOST_ROWS_IN_ALL = 50_000
/** Maximum size of a response as JSON, in bytes. */
export const MOST_BYTES = 32 * 1024 * 1024

const tooManyRows = `The response has more than ${MOST_ROWS_IN_ALL} rows over all levels`
const tooManyBytes = `The response has more than ${MOST_BYTES} bytes`

/**
 * One JSON value per row, counted while the statement runs: a response that becomes too large fails with error 54000
 * before the rest of it is built. The counts last until the end of the transaction.
 * @param row the JSON expression for a row named `r`.
 * @param depth number of embeds that the rows are nested in.
 */
export function countedRowsSql(rows: Sql, depth: number, row: Sql = sql`row_to_json(r)`): Sql {
  // Bytes are counted separately for each depth, because a row contains the text of its embedded rows.
  const bytes = added(`console.answer_bytes_${depth}`, sql`coalesce(octet_length(made::text), 0)`)
  return sql`
    select case
      when ${added('console.answer_rows', sql`1`)} > ${MOST_ROWS_IN_ALL} then console.refuse_answer(${tooManyRows}, ${tooExpensiveHint})
      when ${bytes} > ${MOST_BYTES} then console.refuse_answer(${tooManyBytes}, ${tooExpensiveHint})
      else made
    end as made from (${evaluatedOnceSql(rows, row)}) as r`
}

// Without `offset` Postgres would repeat the row's expression, with all its embeds, wherever `made` is used.
const evaluatedOnceSql = (rows: Sql, row: Sql): Sql => sql`select ${row} as made from (${rows}) as r offset 0`

/** Adds to a count stored in a setting, which costs a tenth of a custom function. @returns the sum. */
const added = (setting: string, count: Sql): Sql =>
  sql`set_config(${setting}, (coalesce(nullif(current_setting(${setting}, true), ''), '0')::int + ${count})::text, true)::int`
