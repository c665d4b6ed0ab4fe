import { expect, test } from 'vitest'
import { sql } from '../../server/db/sql'
import { withLiterals } from '../../server/playbooks/statement'
import { testDatabase } from '../helpers/database'

// What people give as parameters, in the statements of playbooks, on a real Postgres.

const db = await testDatabase()
await db.script('create table victim (v text); create table seen (v text)')

const T = '{{.params.x}}'
const filled = (statement: string, x: string) => withLiterals(statement, { params: { x } })

/** Where a template may stand: what is stored is the value, and nothing else. */
const places = [
  `insert into seen values (${T})`,
  `insert into seen values ('${T}')`,
  `insert into seen values ($(.params.x))`,
  `insert into seen select ${T}::text where ${T} = '${T}'`,
  `insert into seen/* it's /* one */ 'comment' */values('${T}')`,
  `insert into seen -- it's one\nvalues ('${T}')`,
  `insert into seen select '${T}' from (select $q$ it's $$ 'here' $q$ as "it's") as a$b$`,
  `insert into seen select substr('it''s ${T}', 6) where E'it\\'s' <> 'x\\'`,
  `insert into seen values (coalesce(null,${T}))`,
  `insert into seen values (N'${T}'); select 1`,
  `insert into seen select '${T}' where U&'!' uescape '\\' = '!'`,
  `insert into seen select case when U&'\\0041' = 'A' then '${T}' end`,
]
const values = [
  `'); drop table victim; --`,
  `''); drop table victim; --`,
  `\\'); drop table victim; --`,
  `\\\\'); drop table victim; --`,
  `'; drop table victim; select '`,
  `*/ drop table victim; /*`,
  `-- drop`,
  `\n; drop table victim;\n`,
  `$$; drop table victim; $$`,
  `$q$; drop table victim; $q$`,
  `" or ""='`,
  `E'\\'; drop table victim; --`,
  `{{.params.x}} $(.params.x)`,
  `$&$1$\``,
  `’; drop table victim`,
  ``,
  `it's`,
]

test.each(places)('whatever is given as a parameter is a value: %s', async (place) => {
  for (const value of values) {
    await db.script(`begin; ${filled(place, value)}; commit`)
    expect(await db.query(sql`select v from seen`)).toEqual([{ v: value }])
    await db.run(sql`delete from seen`)
  }
  expect(await db.query(sql`select count(*) as n from victim`)).toEqual([{ n: 0 }])
})

test.each([
  [`select * from "${T}"`, 'a name in double quotes'],
  [`select U&"${T}"`, 'a name in double quotes'],
  [`select E'${T}'`, 'a text with escapes'],
  [`select e'\\'${T}'`, 'a text with escapes'],
  [`select E'a'\n'${T}'`, 'a text with escapes'],
  [`select E'a' -- and on\n  '${T}'`, 'a text with escapes'],
  [`select E'a'\n${T}`, 'a text with escapes'],
  [`select U&'${T}'`, 'a text with escapes'],
  [`select 1 -- ${T}`, 'a comment'],
  [`select 1 /* ${T} */`, 'a comment'],
  [`select 1 /* /* */ ${T} */`, 'a comment'],
  [`select $$${T}$$`, 'a text in dollars'],
  [`do $do$ begin perform $$a$$ || '${T}'; end $do$`, 'a text in dollars'],
  [`select 1$$${T}$$`, 'a text in dollars'],
])('%s is refused with the place', (statement, place) => {
  expect(() => filled(statement, 'x')).toThrow(
    `{{.params.x}} stands in ${place}: it can stand where a value does, by itself or in plain single quotes.`
  )
})

test('a statement without templates stays as it is written, and one with NUL is none', () => {
  const statement = `select E'\\'', "a", $$b$$ -- it's`
  expect(filled(statement, 'x')).toBe(statement)
  expect(() => filled('select \0', 'x')).toThrow('A statement cannot contain the character NUL.')
  expect(() => filled(`select ${T}`, '\0')).toThrow('The value of {{.params.x}} contains the character NUL.')
})
