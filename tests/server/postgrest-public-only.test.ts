import { describe, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { MOST_ROWS_IN_ALL } from '../../server/data/postgrest/response-limits'
import { resolveReader } from '../../server/identity/access/reader'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'
import { adaCaller, relationalRequest } from '../helpers/relational-caller'
import { testVault } from '../helpers/vault'

// The relational API over a database without the schema "console", such as that of another server. Views, triggers and
// policies that use the schema are dropped with it.

const db = await testDatabase()
await db.script(organisation)
await db.script(`
  update connections set url = 'postgres://app:sealed:1.a.b.c@shop.example/db', properties = '{"token": "sealed:1.d.e.f", "region": "eu"}';
  set client_min_messages = error;
  drop schema console cascade;
  create function numbers(most integer) returns setof integer language sql immutable as
    'select n from generate_series(1, most) as n';
  create view teams_by_hand as select id, name, spec from teams;
`)
const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })

async function send(method: string, path: string, body?: unknown, caller = adaCaller) {
  const response = await relational(
    relationalRequest(path, {
      method,
      headers: { Prefer: 'return=representation, count=exact' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    path.split('?')[0] ?? '',
    caller,
    db
  )
  const text = await response.text()
  return { status: response.status, range: response.headers.get('Content-Range'), body: text ? JSON.parse(text) : null }
}

test('the database has no such schema', async () => {
  expect(await db.query(sql`select from pg_namespace where nspname = 'console'`)).toEqual([])
})

describe('reads', () => {
  test.each([
    ['a table', 'teams?select=name&order=name', [{ name: 'platform' }]],
    ['a view', 'teams_by_hand?select=name', [{ name: 'platform' }]],
    [
      'embeds of one and of many',
      `incidents?select=title,commander_id(name),hypotheses(title,evidences(type))`,
      [
        {
          title: 'Checkout is slow',
          commander_id: { name: 'Ada' },
          hypotheses: [{ title: 'Database', evidences: [{ type: 'topology' }] }],
        },
      ],
    ],
    [
      'a search',
      'config_items?or=(name.ilike.*AP*,type.ilike.*nothing*)&select=name,labels->>app&order=name',
      [{ name: 'api', app: 'api' }],
    ],
  ])('returns %s', async (_name, path, expected) => {
    expect(await send('GET', path)).toEqual({ status: 200, range: '0-0/1', body: expected })
  })

  test('calls functions', async () => {
    expect(await send('GET', 'rpc/numbers?most=3')).toEqual({ status: 200, range: '0-2/3', body: [1, 2, 3] })
    expect(await send('POST', 'rpc/numbers', { most: 1 })).toMatchObject({ status: 200, body: [1] })
  })

  test('refuses a response that is too large', async () => {
    await db.script(`
      create table shelves (id integer primary key);
      create table books (id integer primary key, shelf_id integer references shelves);
      insert into shelves select n from generate_series(1, 30) as n;
      insert into books select n, 1 + n % 30 from generate_series(1, 55000) as n`)
    const cache = await loadSchemaCache(db)
    const again = createRelational({ cache, now: () => new Date(), vault: testVault })
    const request = relationalRequest('shelves?select=id,books(id)')
    const response = await again(request, 'shelves', adaCaller, db)
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: '54000',
        message: `The response has more than ${MOST_ROWS_IN_ALL} rows over all levels`,
        details: null,
        hint: expect.stringContaining('Request less') as unknown,
      },
    ])
  })
})

describe('writes', () => {
  test('creates, changes and deletes', async () => {
    const team = { id: id(301), name: 'web', spec: {} }
    expect(await send('POST', 'teams', team)).toMatchObject({ status: 201, body: [{ ...team, created_by: id(1) }] })
    expect(await send('PATCH', `teams?id=eq.${id(301)}&select=name`, { name: 'www' })).toEqual({
      status: 200,
      range: '0-0/1',
      body: [{ name: 'www' }],
    })
    expect(await send('DELETE', `teams?id=eq.${id(301)}&select=name`)).toMatchObject({
      status: 200,
      body: [{ name: 'www' }],
    })
  })

  test('changes a relation whose history other servers write', async () => {
    const path = `incidents?id=eq.${id(50)}&select=severity`
    expect(await send('PATCH', path, { severity: 'Low' })).toMatchObject({ status: 200, body: [{ severity: 'Low' }] })
  })
})

const storedSecrets = () => db.query(sql`select url, password, properties from connections`)

describe('rights', () => {
  const bo = { mayRead: () => true, author: { personId: id(2), isAdministrator: false } }

  test('lets only the author change a comment', async () => {
    expect(await send('PATCH', `comments?id=eq.${id(54)}`, { comment: 'x' }, bo)).toMatchObject({
      status: 403,
      body: { code: '42501' },
    })
    expect((await send('DELETE', `comments?id=eq.${id(54)}`, undefined, bo)).status).toBe(403)
    expect((await send('PATCH', `comments?id=eq.${id(54)}`, { comment: 'x' })).status).toBe(200)
  })

  test('hides addresses, withheld relations and access tokens', async () => {
    const caller = { ...bo, mayRead: (relation: string) => !['identities', 'connections'].includes(relation) }
    expect(await send('GET', `people?id=eq.${id(1)}&select=name,email`, undefined, caller)).toMatchObject({
      body: [{ name: 'Ada', email: null }],
    })
    const embed = 'permissions?select=id,connections(name,password)'
    expect((await send('GET', embed, undefined, caller)).body[0]).toEqual({ id: id(80), connections: null })
    expect((await send('GET', 'access_tokens')).status).toBe(404)
  })

  test('refuses readers with limited rows, which no policy would limit', async () => {
    await db.script('grant select on all tables in schema public to console_guest')
    const reader = await resolveReader({ db, local: new Map([['rls.enable', 'on']]) }, undefined, [])
    await expect(reader.query(sql`select from teams`)).rejects.toMatchObject({ status: 503 })
  })

  test('masks secrets, and refuses to search them', async () => {
    expect((await send('GET', 'connections?select=username,password,certificate,url,properties')).body).toEqual([
      {
        username: 'app',
        password: '***',
        certificate: '***',
        url: 'postgres://app:***@shop.example/db',
        properties: { token: '***', region: 'eu' },
      },
    ])
    for (const search of ['password=like.h*', 'order=password', 'or=(password.eq.x)'])
      expect((await send('GET', `connections?${search}`)).status).toBe(403)
  })

  test.each([
    { password: '***' },
    { url: 'postgres://app:***@shop.example/db2' },
    { properties: { token: '***', region: 'us' } },
  ])('refuses to store a mask, which no trigger replaces: %j', async (form) => {
    const before = await storedSecrets()
    expect(await send('PATCH', `connections?id=eq.${id(92)}`, form)).toMatchObject({
      status: 400,
      body: { code: '22023' },
    })
    expect(await storedSecrets()).toEqual(before)
  })

  test('seals a new secret', async () => {
    expect((await send('PATCH', `connections?id=eq.${id(92)}`, { password: 'new' })).status).toBe(200)
    const [row] = await db.query<{ password: string }>(sql`select password from connections`)
    expect(row?.password).toMatch(/^sealed:1\./)
  })
})
