import { expect, test } from 'vitest'
import { DatabaseError } from '../../server/data/db/db'
import { toJsonText, sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'

const db = await testDatabase()

test('sends every kind of value as the type that Postgres expects', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  const [row] = await db.query(sql`
    select ${1}::int8 as big, ${1.5}::numeric as exact, ${true}::boolean as yes, ${at}::timestamptz as at,
      ${['a"', null]}::text[] as list, ${toJsonText({ a: [1] })}::jsonb as document, ${null}::text as nothing`)
  expect(row).toEqual({ big: 1, exact: '1.5', yes: true, at, list: ['a"', null], document: { a: [1] }, nothing: null })
})

test('reports the SQLSTATE of a refusal', async () => {
  const refusal = db.query(sql`select ${'x'}::uuid`)
  await expect(refusal).rejects.toThrow(DatabaseError)
  await expect(refusal).rejects.toMatchObject({ code: '22P02' })
})

test('rolls back a transaction that throws, while others wait', async () => {
  await db.script('create table console.counter (n int)')
  const failing = db.transaction(async (tx) => {
    await tx.run(sql`insert into console.counter values (1)`)
    throw new Error('no')
  })
  const counted = db.query(sql`select count(*) as n from console.counter`)
  await expect(failing).rejects.toThrow('no')
  expect(await counted).toEqual([{ n: 0 }])
})
