import { expect, test } from 'vitest'
import { parseViewOrigins } from './relationships'

/** A target entry in the output format of Postgres. */
const entry = (number: number, table: number, column: number, expr = '{VAR :varno 1 :varattno 1}') =>
  `{TARGETENTRY :expr ${expr} :resno ${number} :resname name :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`
const query = (entries: string, rest = '') =>
  `({QUERY :commandType 1 :rtable (${rest}) :targetList (${entries}) :sortClause <>})`

test('finds copied columns and ignores expressions', () => {
  const rule = query(
    `${entry(1, 16384, 1)} ${entry(2, 0, 0, '{FUNCEXPR :funcid 871 :args ({VAR :varno 1})}')} ${entry(3, 16390, 4)}`
  )
  expect(parseViewOrigins(rule)).toEqual([
    { number: 1, table: 16384, column: 1 },
    { number: 3, table: 16390, column: 4 },
  ])
})

test('ignores the columns of a subquery', () => {
  const inside = `{RANGETBLENTRY :subquery {QUERY :targetList (${entry(7, 16384, 7)})}}`
  expect(parseViewOrigins(query(entry(1, 16384, 2), inside))).toEqual([{ number: 1, table: 16384, column: 2 }])
})

test('ignores structure characters in names', () => {
  const rule = query(entry(1, 16384, 1).replace(':resname name', ':resname \\{TARGETENTRY\\ \\:resno\\ 9\\}\\('))
  expect(parseViewOrigins(rule)).toEqual([{ number: 1, table: 16384, column: 1 }])
})

test.each(['', '<>', '({QUERY :targetList <>})', '}}})((('])('finds no columns in the rule %s', (rule) =>
  expect(parseViewOrigins(rule)).toEqual([])
)
