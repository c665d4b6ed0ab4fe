import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { createKeys } from '../../server/identity/keys'
import { findActionConnection } from '../../server/playbooks/connection'
import { createVault, sealStored } from '../../server/data/secrets/vault'
import { type TestCaller, consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { createTestKey, testKeys, testVault } from '../helpers/vault'

// Secrets of connections: never stored as plain text, never returned, never found by searching, but available in use.
// Every secret in this file contains the word `sesame`.

const db = await testDatabase()
const log = pino({ level: 'silent' })
const { as, send, write } = await consoleApp(db)
const admin: TestCaller = { id: id(1), name: 'Ada', email: null, roles: ['admin'] }

const secrets = {
  url: 'https://app:sesame-1@db.example/shop?api_key=sesame-2&region=eu',
  password: 'sesame-3',
  certificate: '-----BEGIN PRIVATE KEY-----\nsesame-4',
  properties: { secretKey: 'sesame-5 "quoted"', region: 'eu' },
}
const masked = {
  url: 'https://app:***@db.example/shop?api_key=***&region=eu',
  password: '***',
  certificate: '***',
  properties: { secretKey: '***', region: 'eu' },
}
const one = { id: id(10), name: 'shop', namespace: 'default', type: 'http', username: 'app', ...secrets }
const path = `/api/db/connections?id=eq.${id(10)}`
const asked = { Prefer: 'return=representation' }

beforeEach(async () => {
  as(admin)
  await db.script('truncate connections cascade; truncate permissions; truncate people cascade')
  await db.script(`insert into people (id, name) values ('${id(1)}', 'Ada')`)
})

const stored = async () => {
  const [row] = await db.query<Record<keyof typeof secrets | 'text', string>>(
    sql`select url, password, certificate, properties::text, connections::text as text from connections where id = ${id(10)}`
  )
  if (!row) throw new Error('no such connection')
  return row
}
/** All stored data about connections, except dead row versions. */
const rawRows = async () => JSON.stringify(await db.query(sql`select * from connections`))

const revealed = async (vault = testVault) => {
  const { url, password, certificate, properties } = await stored()
  return {
    url: vault.reveal(id(10), 'url', url),
    password: vault.reveal(id(10), 'password', password),
    certificate: vault.reveal(id(10), 'certificate', certificate),
    secretKey: vault.reveal(id(10), 'properties', (JSON.parse(properties) as { secretKey: string }).secretKey),
  }
}
const everything = {
  url: secrets.url,
  password: secrets.password,
  certificate: secrets.certificate,
  secretKey: secrets.properties.secretKey,
}

test('seals written secrets in the database and masks them in the response', async () => {
  const answer = await write('POST', '/api/db/connections', one, asked)
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject([masked])
  expect(await rawRows()).not.toContain('sesame')
  expect(await stored()).toMatchObject({
    url: expect.stringMatching(/^https:\/\/app:sealed:1\.[\w-]+\.[\w-]+\.[\w-]+@db\.example\/shop\?api_key=sealed:1\./),
    password: expect.stringMatching(/^sealed:1\./),
    certificate: expect.stringMatching(/^sealed:1\./),
  })
  expect(await revealed()).toEqual(everything)
})

test('leaves nothing of a request that is rolled back or fails', async () => {
  const rehearsed = await write('POST', '/api/db/connections', one, { Prefer: 'tx=rollback,return=representation' })
  expect(await rehearsed.text()).not.toContain('sesame')
  const failed = await write('POST', '/api/db/connections', { ...one, type: null }, asked)
  expect(failed.status).toBe(400)
  expect(await failed.text()).not.toContain('sesame')
  expect(await rawRows()).toBe('[]')
})

test('seals separately for each row of one change', async () => {
  await write('POST', '/api/db/connections', [
    { id: id(10), name: 'a', type: 'http' },
    { id: id(11), name: 'b', type: 'http' },
  ])
  await write('PATCH', '/api/db/connections?type=eq.http', { password: 'sesame' })
  const rows = await db.query<{ id: string; password: string }>(sql`select id::text, password from connections`)
  expect(rows.map((row) => testVault.reveal(row.id, 'password', row.password))).toEqual(['sesame', 'sesame'])
  expect(new Set(rows.map(({ password }) => password)).size).toBe(2)
})

test('seals for the existing row in an upsert', async () => {
  await write('POST', '/api/db/connections', one)
  const merge = { Prefer: 'resolution=merge-duplicates,return=representation' }
  const answer = await write('POST', '/api/db/connections', { ...one, password: 'sesame-new' }, merge)
  expect(answer.status).toBe(201)
  expect(await answer.text()).not.toContain('sesame')
  expect(await revealed()).toEqual({ ...everything, password: 'sesame-new' })
})

test.each([
  ['all secrets masked', masked, everything],
  ['another name', { ...masked, name: 'shop 2' }, everything],
  ['another path', { url: masked.url.replace('shop', 's') }, { ...everything, url: secrets.url.replace('shop', 's') }],
  ['a new password', { ...masked, password: 'sesame-6' }, { ...everything, password: 'sesame-6' }],
  ['a property beside it', { properties: { secretKey: '***', region: 'us' } }, everything],
  ['a new property', { properties: { secretKey: 'sesame-7', region: 'us' } }, { ...everything, secretKey: 'sesame-7' }],
])('keeps secrets whose masks are sent back: %s', async (_name, change, expected) => {
  await write('POST', '/api/db/connections', one)
  expect((await write('PATCH', path, change)).status).toBe(204)
  expect(await revealed()).toEqual(expected)
  expect(await rawRows()).not.toContain('sesame')
})

test('refuses a mix of masked and new secrets in one address', async () => {
  await write('POST', '/api/db/connections', one)
  const url = 'https://app:sesame-new@db.example/shop?api_key=***'
  const answer = await write('PATCH', path, { url })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('holds 2 secrets')
})

test('refuses to change the id of a row', async () => {
  await write('POST', '/api/db/connections', one)
  expect((await write('PATCH', path, { id: id(11) })).status).toBe(400)
})

test.each([
  'connections?select=*',
  'connections?select=id,p:password,c:certificate,u:url,x:properties',
  'connections?select=properties->>secretKey,a:properties->secretKey,url::text,password::text,properties::text',
  'connections?select=password->>x,certificate->0',
  'connections?select=url,properties&limit=1&order=url',
  'connections?select=id,name&properties->>secretKey=like.*e*&select=url',
  'connection_details?select=*',
  'connection_details?select=properties->>secretKey,p:password,properties::text',
  'connections_list?select=*',
  'connections_list?select=*,people(*)',
  'permissions?select=*,connection_id(*)',
  'permissions?select=id,c:connections(p:password,url,properties->>secretKey)',
  'permissions?select=id,...connections(p:password,url,properties)',
  'people?select=*,connections(*)',
])('returns no secret in %s', async (query) => {
  await write('POST', '/api/db/connections', one)
  await db.run(sql`insert into permissions (action, object, connection_id) values ('read', 'connection', ${id(10)})`)
  await db.run(sql`update connections set created_by = ${id(1)}`)
  for (const accept of ['application/json', 'text/csv']) {
    const answer = await send(`/api/db/${query}`, { headers: { Accept: accept } })
    const text = await answer.text()
    // `password->>x` is an invalid path for text and reported as such.
    expect([200, 404]).toContain(answer.status)
    expect(text).not.toMatch(/sesame|sealed:/)
  }
})

test.each([
  'password=eq.sesame-3',
  'password=like.s*',
  'certificate=not.is.null',
  'or=(password.eq.x,name.eq.shop)',
  'not.and=(and(certificate.gt.a),id.is.null)',
  'order=password',
  'order=name,certificate.desc',
  'password->>x=eq.1',
  'password.filter=s*',
])('refuses searches of connections by %s', async (query) => {
  await write('POST', '/api/db/connections', one)
  expect((await send(`/api/db/connections?select=id&${query}`)).status).toBe(403)
  expect((await write('PATCH', `/api/db/connections?${query}`, { name: 'x' })).status).toBe(403)
  const embedded = query.replace(/^((?:not\.)?(?:and|or)|order|\w+)/, 'connections.$1')
  // List filters are only allowed on the root.
  const refusal = query.startsWith('password.filter') ? 400 : 403
  expect((await send(`/api/db/permissions?select=id,connections(id)&${embedded}`)).status).toBe(refusal)
})

test.each([
  'url=like.*sesame*',
  'url=ilike.*app:s*',
  'properties->>secretKey=like.sesame*',
  'properties=cs.{"secretKey":"sesame-5 \\"quoted\\""}',
])('does not match partial secrets: %s', async (query) => {
  await write('POST', '/api/db/connections', one)
  // `app:s` is the start of every envelope.
  const count = query.includes('app:s*') ? 1 : 0
  expect(await (await send(`/api/db/connections?select=id&${query}`)).json()).toHaveLength(count)
})

test('shows no plain secrets in views and functions', async () => {
  await write('POST', '/api/db/connections', one)
  const views = await db.query<{ name: string }>(sql`
    select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind in ('v', 'm')`)
  expect(views.length).toBeGreaterThan(20)
  for (const { name } of views) {
    const text = await (await send(`/api/db/${name}`)).text()
    expect([name, /sesame|sealed:/.test(text)]).toEqual([name, false])
  }
})

test('passes the connection with its secrets to a playbook', async () => {
  await write('POST', '/api/db/connections', {
    ...one,
    url: 'postgres://$(username):$(password)@db.example/shop',
    password: 'sesame/3',
    certificate: null,
    properties: null,
  })
  const env = { playbook: { namespace: 'default' } }
  const open = createConnectionReader(db, testVault)
  expect(await findActionConnection('postgres', 'connection://default/shop', env, open)).toMatchObject({
    url: 'postgres://app:sesame%2F3@db.example/shop',
    username: 'app',
    password: 'sesame/3',
  })
})

test('binds a sealed secret to its row and column', async () => {
  await write('POST', '/api/db/connections', one)
  const { password } = await stored()
  expect(testVault.reveal(id(10), 'password', password)).toBe('sesame-3')
  expect(() => testVault.reveal(id(11), 'password', password)).toThrow('unable to authenticate')
  expect(() => testVault.reveal(id(10), 'url', password)).toThrow('unable to authenticate')
  const flipped = password.replace(/\.([\w-])(?=[\w-]*$)/, (_, first: string) => `.${first === 'A' ? 'B' : 'A'}`)
  expect(() => testVault.reveal(id(10), 'password', flipped)).toThrow('unable to authenticate')
})

test('seals plain rows once at the start and keeps references', async () => {
  const insert = sql`
    insert into connections (id, name, type, url, password, certificate, properties) values (${id(10)}, 'shop', 'http',
      ${secrets.url}, ${secrets.password}, ${secrets.certificate}, ${JSON.stringify(secrets.properties)}::jsonb)`
  await db.run(insert)
  await db.run(sql`
    insert into connections (name, type, url, password, deleted_at) values
      ('chat', 'slack', 'slack://$(password)@platform', 'secret://ns/chat/token', null),
      ('old', 'http', null, 'sesame-old', now())`)
  expect(await sealStored({ db, box: testKeys, log })).toBe(2)
  expect(await rawRows()).not.toContain('sesame')
  expect(await revealed()).toEqual(everything)
  expect(await sealStored({ db, box: testKeys, log })).toBe(0)
  const [chat] = await db.query(sql`select url, password from connections where name = 'chat'`)
  expect(chat).toEqual({ url: 'slack://$(password)@platform', password: 'secret://ns/chat/token' })
})

test('reseals with a new key at the start, after which the old key can be removed', async () => {
  const [old, next] = [createTestKey(1), createTestKey(2)]
  await db.run(sql`insert into connections (id, name, type, url, password, certificate, properties) values (${id(10)}, 'shop',
    'http', ${secrets.url}, ${secrets.password}, ${secrets.certificate}, ${JSON.stringify(secrets.properties)}::jsonb)`)
  await sealStored({ db, box: createKeys([old]), log })
  expect(await sealStored({ db, box: createKeys([next, old]), log })).toBe(1)
  expect(await revealed(createVault(createKeys([next])))).toEqual(everything)
  // A secret without its key is unchanged, and the start continues.
  expect(await sealStored({ db, box: createKeys([createTestKey(3)]), log })).toBe(0)
  expect(await revealed(createVault(createKeys([next])))).toEqual(everything)
})

test('treats input that looks sealed as a secret', async () => {
  await write('POST', '/api/db/connections', one)
  const { password } = await stored()
  await write('PATCH', path, { password })
  expect(testVault.reveal(id(10), 'password', (await stored()).password)).toBe(password)
})
