import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../server/data/db/db'
import { migrate } from '../../server/data/db/migrate'
import { openPostgres } from '../../server/data/db/postgres'
import { sql } from '../../server/data/db/sql'
import { relationalOver, type SendRelational } from '../helpers/harbour'
import { id } from '../helpers/organisation'

// On an external Postgres other schemas, roles and settings may exist: the console always uses `public`. Requires a
// server, so it runs only with TEST_DATABASE_URL.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const name = `test_${randomUUID().replaceAll('-', '')}`

/** Ways to make other tables take precedence, each for a later session. */
const ways: [name: string, script: string, options?: string][] = [
  ['a schema named like the user', `create schema ${name}; alter schema ${name} owner to ${name}`],
  ['the search path of the role', `create schema other; alter role ${name} set search_path = other, public`],
  ['the search path of the database', `create schema other; alter database ${name} set search_path = other, public`],
  ['the search path in the address', 'create schema other', '-c search_path=other,public'],
]

describe.skipIf(!server).each(ways)('a table that is shadowed by %s', (_name, script, options) => {
  const shadow = script.includes('schema other') ? 'other' : name
  const address = (user?: string) => {
    const url = new URL(server)
    url.pathname = name
    if (user !== undefined) url.username = user
    if (user !== undefined && options !== undefined) url.searchParams.set('options', options)
    return url.href
  }
  let [owner, admin, db]: Db[] = []
  let send: SendRelational
  beforeAll(async () => {
    owner = await openPostgres(server)
    await owner.script(`create role ${name} login superuser`)
    await owner.script(`create database ${name} owner ${name}`)
    admin = await openPostgres(address())
    await admin.script(script)
    for (const table of ['agents', 'properties', 'people', 'config_items', 'connections'])
      await admin.script(`create table ${shadow}.${table} (id text, name text, value text, deleted_at timestamptz)`)
    await admin.script(`insert into ${shadow}.agents values ('x', 'shadow'), ('y', 'shadow')`)
    db = await openPostgres(address(name))
    await migrate(db)
    // The caller, who becomes the author of the created rows.
    await db.run(sql`insert into public.people (id, name) values (${id(1)}, 'Ada')`)
    send = (await relationalOver(db)).send
  })
  afterAll(async () => {
    await db?.close()
    await admin?.close()
    await owner?.script(`drop database ${name} with (force)`)
    await owner?.script(`drop role ${name}`)
    await owner?.close()
  })

  const agent = id(91)
  const shadowed = () =>
    admin?.transaction(async (tx) => {
      await tx.script(`set local search_path = ${shadow}`)
      return tx.query(sql`select id, name from agents order by id`)
    })
  const write = (method: string, path: string, body?: unknown) =>
    send(path, {
      method,
      headers: { Prefer: 'return=representation' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  test('is migrated, read, written and deleted in public', async () => {
    const created = await write('POST', 'agents?select=name', { id: agent, name: 'edge' })
    expect([created.status, await created.json()]).toEqual([201, [{ name: 'edge' }]])
    const read = await send('agents?select=name,config_items(id)&name=eq.edge')
    expect([read.status, await read.json()]).toEqual([200, [{ name: 'edge', config_items: [] }]])
    expect((await send('rpc/lookup_configs_by_component?id=' + agent)).status).toBe(200)
    const merged = await send('agents', {
      method: 'POST',
      headers: { Prefer: 'resolution=merge-duplicates' },
      body: JSON.stringify([{ id: agent, name: 'merged' }]),
    })
    expect(merged.status).toBe(201)
    const changed = await write('PATCH', 'agents?name=in.(merged,shadow)&select=name', { name: 'shadow' })
    expect([changed.status, await changed.json()]).toEqual([200, [{ name: 'shadow' }]])
    const deleted = await write('DELETE', 'agents?name=eq.shadow&select=id')
    expect([deleted.status, await deleted.json()]).toEqual([200, [{ id: agent }]])
    expect(await shadowed()).toEqual([
      { id: 'x', name: 'shadow' },
      { id: 'y', name: 'shadow' },
    ])
  })

  test('sets path, time zone and JIT in every session, also in transactions', async () => {
    const shown = sql`
      select current_setting('search_path') as path, current_setting('jit') as jit, current_setting('timezone') as zone`
    const all = Array.from({ length: 12 }, async (_, n) =>
      n % 2 === 0 ? db?.query(shown) : db?.transaction((tx) => tx.query(shown))
    )
    for (const rows of await Promise.all(all)) {
      expect(rows).toEqual([{ path: 'public,pg_temp', jit: 'off', zone: 'UTC' }])
    }
  })
})

test.skipIf(!server)(
  'statements of requests end after their limit: reads before writes, and others later',
  async () => {
    const db = await openPostgres(server, { requestLimits: { readMs: 50, writeMs: 100 } })
    onTestFinished(() => db.close())
    const slow = sql`select pg_sleep(0.5)`
    const cancelled = { code: '57014' }
    await expect(db.requests.query(slow)).rejects.toMatchObject(cancelled)
    await expect(db.requests.transaction((tx) => tx.query(slow), { isReadOnly: true })).rejects.toMatchObject(cancelled)
    await expect(db.requests.transaction((tx) => tx.query(slow))).rejects.toMatchObject(cancelled)
    const limits = sql`select setting from pg_settings where name = 'statement_timeout'`
    expect(await db.requests.transaction((tx) => tx.query(limits))).toEqual([{ setting: '100' }])
    // The limit of a request does not outlast it.
    expect(await db.query(limits)).toEqual([{ setting: '30000' }])
    expect(await db.requests.query(limits)).toEqual([{ setting: '50' }])
  }
)
