import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { fillInStatement } from '../../server/playbooks/statement'
import { testDatabase } from '../helpers/database'

// User-provided parameters in the statements of playbooks, on a real Postgres.

const db = await testDatabase()
await db.script('create table victim (v text); create table seen (v text)')

const T = '{{.params.x}}'
const filled = (statement: string, x: string) => fillInStatement(statement, { params: { x } })

/** Accepted positions of a template: the statement stores the value and nothing else. */
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

test.each(places)('keeps a parameter a value, whatever it contains: %s', async (place) => {
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
])('refuses %s and names the position', (statement, place) => {
  expect(() => filled(statement, 'x')).toThrow(
    `{{.params.x}} is in ${place}. A template can only replace a value, by itself or in plain single quotes.`
  )
})

test('leaves a statement without templates unchanged, and refuses one with NUL', () => {
  const statement = `select E'\\'', "a", $$b$$ -- it's`
  expect(filled(statement, 'x')).toBe(statement)
  expect(() => filled('select \0', 'x')).toThrow('A statement cannot contain the character NUL.')
  expect(() => filled(`select ${T}`, '\0')).toThrow('The value of {{.params.x}} contains the character NUL.')
})
