import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { resolveReader } from '../../server/identity/access/reader'
import { writeUnlessRefused } from '../../server/identity/access/refuse-escalation'
import { testDatabase } from '../helpers/database'
import { harbour, relationalOver } from '../helpers/harbour'

// Reads, and calls of functions that are not volatile, run in a transaction that Postgres lets write nothing.

const db = await testDatabase()
await db.script(harbour)
await db.script(`
  create table visits (note text not null);
  create function visit(note text) returns integer language plpgsql volatile as
    'begin insert into visits values (note); return 1; end';
  create function visits_of(note text default 'x') returns setof visits language sql volatile as
    'insert into visits values (note) returning *';
  create function look() returns setof sailors language sql volatile as 'select * from sailors order by id';
  create function dice() returns integer language sql volatile as 'select 4';
  create function nothing() returns void language sql volatile as 'select';
  create function secretly_visit() returns integer language plpgsql stable as
    'begin return visit(''stable''); end';
  create view visitors as select id, visit('view') as visited from sailors;

  -- Each tries to write after it has tried to end or to change the transaction.
  create function escape_by(statement text) returns integer language plpgsql volatile as $$
  begin
    begin execute statement; exception when others then null; end;
    return visit('escaped');
  end $$;
  create function set_for_session(name text, value text) returns text language sql volatile as
    'select set_config(name, value, false)';
`)
const { send } = await relationalOver(db)

beforeEach(() => db.script('delete from visits'))
const visits = async () => (await db.query<{ note: string }>(sql`select note from visits`)).map(({ note }) => note)

async function ask(path: string, method = 'GET', body?: unknown) {
  const response = await send(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return {
    status: response.status,
    range: response.headers.get('Content-Range'),
    body: text === '' ? null : JSON.parse(text),
  }
}
const refused = (what: string) => ({
  code: '25006',
  message: `cannot execute ${what} in a read-only transaction`,
  details: null,
  hint: null,
})

describe('a volatile function by GET and HEAD', () => {
  test.each([
    ['rows', 'rpc/look?select=name&limit=1', [{ name: 'Ann' }], '0-0/*', 200],
    ['a value', 'rpc/dice', 4, '0-0/*', 200],
    ['nothing', 'rpc/nothing', null, '0-0/*', 204],
  ])('is called when it only reads: %s', async (_name, path, body, range, status) => {
    expect(await ask(path)).toEqual({ status, range, body })
    expect(await ask(path, 'HEAD')).toEqual({ status, range, body: null })
  })

  test.each([
    ['rpc/visit?note=x', 'INSERT'],
    ['rpc/visits_of', 'INSERT'],
    ['rpc/rename_ship?ship=1&label=X', 'UPDATE'],
  ])('is refused when it writes: %s', async (path, what) => {
    for (const method of ['GET', 'HEAD'])
      expect(await ask(path, method)).toMatchObject({ status: 405, body: refused(what) })
    expect(await visits()).toEqual([])
  })

  test('writes when it is called by POST', async () => {
    expect(await ask('rpc/visit', 'POST', { note: 'x' })).toMatchObject({ status: 200, body: 1 })
    expect(await visits()).toEqual(['x'])
  })
})

test.each(['GET', 'POST'])('a function that is not volatile cannot write through another, by %s', async (method) => {
  expect(await ask('rpc/secretly_visit', method)).toMatchObject({ status: 405, body: refused('INSERT') })
  expect(await visits()).toEqual([])
})

test.each(['GET', 'HEAD'])('a view cannot write by %s', async (method) => {
  expect(await ask('visitors', method)).toMatchObject({ status: 405, body: refused('INSERT') })
  expect(await visits()).toEqual([])
})

test.each([
  `select set_config('transaction_read_only', 'off', true)`,
  `select set_config('transaction_read_only', 'off', false)`,
  `select set_config('default_transaction_read_only', 'off', false)`,
  'set transaction read write',
  'set local transaction_read_only = off',
  'set session characteristics as transaction read write',
  'reset transaction_read_only',
  'commit',
  'rollback',
  'savepoint a',
])('cannot leave the transaction by: %s', async (statement) => {
  expect(await ask(`rpc/escape_by?statement=${encodeURIComponent(statement)}`)).toMatchObject({
    status: 405,
    body: refused('INSERT'),
  })
  expect(await visits()).toEqual([])
  // The connection works as before.
  expect((await ask('rpc/visit', 'POST', { note: 'after' })).status).toBe(200)
})

test.each([
  ['search_path', 'pg_temp'],
  ['default_transaction_read_only', 'on'],
  ['timezone', 'Asia/Tokyo'],
  ['console.person', 'someone else'],
])('keeps no setting of the session: %s', async (name, value) => {
  const setting = async () => (await db.query(sql`select current_setting(${name}, true) as is`))[0]
  const before = await setting()
  expect(await ask(`rpc/set_for_session?name=${name}&value=${value}`)).toMatchObject({ status: 200, body: value })
  // A setting of our own is empty after it was set, and null before.
  expect([before, { is: '' }]).toContainEqual(await setting())
})

test('a reader with limited rows remains limited, and cannot write', async () => {
  const reader = await resolveReader({ db, local: new Map([['rls.enable', 'on']]) }, undefined, [])
  expect(reader).not.toBe(db)
  const role = await reader.transaction((tx) => tx.query(sql`select current_user as is`), { isReadOnly: true })
  expect(role).toEqual([{ is: 'console_guest' }])
  const writing = reader.transaction((tx) => tx.run(sql`create table mine ()`), { isReadOnly: true })
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})

const note = (text: string) => sql`insert into visits values (${text})`

test('a write around a read-only transaction can write before and after it', async () => {
  const refusals: unknown[] = []
  const response = await writeUnlessRefused(
    db,
    async (reader) => {
      await reader.run(note('before'))
      await reader
        .transaction((tx) => tx.run(note('inside')), { isReadOnly: true })
        .catch((error: unknown) => refusals.push(error))
      const read = await reader.transaction((tx) => tx.query(sql`select note from visits`), { isReadOnly: true })
      await reader.run(note('after'))
      return Response.json(read)
    },
    async () => null,
    () => undefined
  )
  expect(refusals).toMatchObject([{ code: '25006' }])
  expect(await response.json()).toEqual([{ note: 'before' }])
  expect(await visits()).toEqual(['before', 'after'])
})
