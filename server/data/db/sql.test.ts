import { expect, test } from 'vitest'
import { emptySql, ident, joinSql, toJsonText, sql } from './sql'

test('numbers parameters and splices nested SQL', () => {
  const where = joinSql([sql`a = ${1}`, sql`b = ${'x'}`], sql` and `)
  expect(sql`select * from ${ident('t')} where ${where} limit ${5}`.render()).toEqual({
    text: 'select * from "t" where a = $1 and b = $2 limit $3',
    values: ['1', 'x', '5'],
  })
})

test.each([
  ['a quote in a name', ident('a"b').render().text, '"a""b"'],
  ['no fragments', joinSql([]).render().text, ''],
  ['empty', sql`a${emptySql}b`.render().text, 'ab'],
])('renders %s', (_name, actual, expected) => expect(actual).toBe(expected))

test.each([
  ['null', null, null],
  ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
  ['an array', ['a', 'b"c', null, 3, '\\'], '{"a","b\\"c",NULL,"3","\\\\"}'],
  ['JSON', toJsonText([{ a: 1 }]), '[{"a":1}]'],
])('sends %s as text', (_name, value, expected) => expect(sql`${value}`.render().values).toEqual([expected]))
