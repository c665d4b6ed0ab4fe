import { type Sql, sql } from '../db/sql'
import { askForLess } from './errors'

/** Rows of one answer over all its levels, at the most. A level alone has at most `MOST_ROWS` for each row above it. */
export const MOST_ROWS_IN_ALL = 50_000
/** Bytes of one answer as JSON, at the most. */
export const MOST_BYTES = 32 * 1024 * 1024

const tooManyRows = `The answer has more than ${MOST_ROWS_IN_ALL} rows over all levels`
const tooManyBytes = `The answer has more than ${MOST_BYTES} bytes`

/**
 * One JSON value for each row, counted while the statement runs: an answer that becomes too large ends with the
 * error 54000 before the rest of it is made. The counts last until the end of the transaction.
 * @param row how a row called `r` becomes JSON.
 * @param depth how many embeds the rows are within.
 */
export function countedRows(rows: Sql, depth: number, row: Sql = sql`row_to_json(r)`): Sql {
  // Bytes are counted for each depth by itself, since a row holds the text of the rows below it.
  const bytes = added(`console.answer_bytes_${depth}`, sql`coalesce(octet_length(made::text), 0)`)
  return sql`
    select case
      when ${added('console.answer_rows', sql`1`)} > ${MOST_ROWS_IN_ALL} then console.refuse_answer(${tooManyRows}, ${askForLess})
      when ${bytes} > ${MOST_BYTES} then console.refuse_answer(${tooManyBytes}, ${askForLess})
      else made
    end as made from (${madeOnce(rows, row)}) as r`
}

// Without `offset` Postgres would write the row's expression, with all embeds in it, wherever `made` is mentioned.
const madeOnce = (rows: Sql, row: Sql): Sql => sql`select ${row} as made from (${rows}) as r offset 0`

/** Adds to a count that is kept in a setting, which costs a tenth of what a function of ours would. @returns the sum. */
const added = (setting: string, count: Sql): Sql =>
  sql`set_config(${setting}, (coalesce(nullif(current_setting(${setting}, true), ''), '0')::int + ${count})::text, true)::int`
