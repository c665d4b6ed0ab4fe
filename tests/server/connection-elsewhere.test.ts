import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { sealStored } from '../../server/data/secrets/vault'
import { type TestCaller, consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'
import { testKeys, testVault } from '../helpers/vault'

// Editors of a connection who do not know its secrets cannot redirect them to another address.

const db = await testDatabase()
const { as, write } = await consoleApp(db)
const editor: TestCaller = { id: id(1), name: 'Ed', email: null, roles: ['editor', 'admin'] }

type Row = Record<string, unknown>

// Rows store their author.
await db.run(sql`insert into people (id, name) values (${editor.id}, ${editor.name})`)

beforeEach(async () => {
  as(editor)
  await db.script('truncate connections cascade')
})

const path = `/api/db/connections?id=eq.${id(10)}`
const base = { id: id(10), name: 'shop', namespace: 'default', type: 'http', url: 'https://db.example/shop' }

async function make(row: Row) {
  expect((await write('POST', '/api/db/connections', { ...base, ...row })).status).toBe(201)
}
const everything = () => db.query(sql`select * from connections order by id`)
type Answer = Response | Promise<Response>
async function answerOf(sent: Answer) {
  const answer = await sent
  return [answer.status, await answer.text()]
}
const refusal = (message: string) => [400, JSON.stringify({ code: '22023', message, details: null, hint: null })]
const ELSEWHERE = 'The connection points to another destination: enter the password again.'

const web = 'https://db.example:8443/shop?region=eu'
const store = 'postgres://app@db.example:5432/shop?sslmode=verify-full&application_name=console'
const mail = { type: 'email', url: null, properties: { host: 'mail.example', port: '587', encryptionMethod: 'Auto' } }

const leadingElsewhere: [string, Row, Row][] = [
  ['another host', { url: web }, { url: 'https://evil.example:8443/shop?region=eu' }],
  ['another port', { url: web }, { url: web.replace('8443', '8444') }],
  ['no TLS', { url: web }, { url: web.replace('https', 'http') }],
  ['a host before it', { url: web }, { url: 'https://evil.example/db.example:8443/shop' }],
  ['a host after it', { url: web }, { url: 'https://db.example:8443.evil.example/shop' }],
  ['the host as a user', { url: web }, { url: 'https://db.example:8443@evil.example/shop' }],
  ['the host as the second user', { url: web }, { url: 'https://app@db.example:8443@evil.example/shop' }],
  ['a backslash', { url: web }, { url: 'https://evil.example\\:***@db.example:8443/shop' }],
  ['a backslash in the path', { url: web }, { url: 'https://evil.example/\\@db.example:8443/shop' }],
  ['a tab', { url: web }, { url: 'https://evil.example/\t@db.example:8443/shop' }],
  ['a line break in the scheme', { url: web }, { url: 'ht\ntps://evil.example/@db.example:8443' }],
  ['fewer slashes', { url: web }, { url: 'https:/evil.example/' }],
  ['more slashes', { url: web }, { url: 'https:///evil.example/' }],
  ['a fragment', { url: web }, { url: 'https://evil.example#@db.example:8443' }],
  ['no address, where there was one', { url: web }, { url: null }],
  ['an address, where there was none', { url: null, type: 'github' }, { url: 'https://evil.example' }],
  ['another type', { url: 'https://db.example' }, { type: 'elasticsearch' }],
  ['another database server', { url: store }, { url: store.replace('db.', 'evil.') }],
  ['another user before another server', { url: store }, { url: store.replace('app@db.', 'db.example@evil.') }],
  ['a host in the query', { url: store }, { url: `${store}&host=evil.example` }],
  ['a host in the query, in other letters', { url: store }, { url: `${store}&h%6Fst=evil.example` }],
  ['no host but in the query', { url: store }, { url: 'postgres:///shop?host=evil.example' }],
  ['certificates that count no more', { url: store }, { url: store.replace('verify-full', 'no-verify') }],
  ['another user name, which is the host', { url: 'https://$(username)/', username: 'db' }, { username: 'evil' }],
  ['another name, which is the host', { url: 'https://$(name)/' }, { name: 'evil' }],
  ['something without a scheme', { url: 'db.example:6379', type: 'redis' }, { url: 'evil.example:6379' }],
  ['another mail server', mail, { properties: { ...mail.properties, host: 'evil.example' } }],
  ['an address before the mail server', mail, { url: 'smtp://evil.example:587' }],
  ['another port of it', mail, { properties: { ...mail.properties, port: 25 } }],
  ['no encryption', mail, { properties: { ...mail.properties, encryptionMethod: 'None' } }],
  ['no properties', mail, { properties: null }],
  ['an endpoint', { type: 'aws', url: null }, { properties: { regionEndpoint: 'evil.example' } }],
  [
    'a base URL',
    { properties: { baseURL: 'https://db.example' } },
    { properties: { baseURL: 'https://evil.example' } },
  ],
  ['an address under any name', {}, { properties: { wherever: 'https://evil.example' } }],
  ['something deep', {}, { properties: { http: { host: 'evil.example' } } }],
]

test.each(leadingElsewhere)('does not send the password to %s', async (_name, row, change) => {
  await make({ ...row, password: 'sesame' })
  const before = await everything()
  expect(await answerOf(write('PATCH', path, change))).toEqual(refusal(ELSEWHERE))
  expect(await answerOf(write('PATCH', path, { ...change, password: '***' }))).toEqual(refusal(ELSEWHERE))
  expect(await everything()).toEqual(before)
})

test.each(leadingElsewhere)('allows %s with the password, or without one', async (_name, row, change) => {
  for (const password of ['sesame', null, 'secret://ns/name/key']) {
    await db.script('truncate connections cascade')
    await make({ ...row, password: 'sesame' })
    expect((await write('PATCH', path, { ...change, password })).status).toBe(204)
  }
})

test.each<[string, Row, Row]>([
  ['path', { url: web }, { url: 'https://db.example:8443/other' }],
  ['query', { url: web }, { url: 'https://db.example:8443/shop?host=x' }],
  ['user', { url: web }, { url: 'https://app@db.example:8443/shop?region=eu' }],
  ['spelling', { url: web }, { url: 'HTTPS://DB.example:8443/shop' }],
  ['database', { url: store }, { url: store.replace('/shop', '/books') }],
  ['parameters', { url: store }, { url: store.replace('console', 'x') }],
  ['region', { type: 'aws', url: null, properties: { region: 'eu' } }, { properties: { region: 'us', endpoint: '' } }],
  ['reference', { properties: { token: 'secret://a/b/c' } }, { properties: { token: 'configmap://a/b/d' } }],
  ['name', { url: web }, { name: 'new', namespace: 'other', username: 'root' }],
  ['certificates, which are verified now', { url: web, insecure_tls: true }, { insecure_tls: false }],
  ['a number format', mail, { properties: { ...mail.properties, port: 587 } }],
])('keeps the password with another %s', async (_name, row, change) => {
  await make({ ...row, password: 'sesame' })
  expect((await write('PATCH', path, { password: '***', ...change })).status).toBe(204)
  const [stored] = await db.query<{ password: string }>(sql`select password from connections`)
  expect(testVault.reveal(id(10), 'password', stored?.password ?? '')).toBe('sesame')
})

test.each<[string, Row, Row]>([
  ['the certificate', { certificate: 'sesame' }, {}],
  ['the secrets in it', { url: 'https://app:sesame@db.example' }, { url: 'https://app:***@evil.example' }],
  ['the secrets in it', { url: 'https://db.example?token=sesame' }, { url: 'https://evil.example?token=***' }],
  ['the secrets in it', { url: 'https://app:sesame@db.example' }, { url: 'https://***.evil.example' }],
  ['the secrets in it', { type: 'slack', url: 'slack://sesame@C1' }, { url: 'discord://***' }],
  ['the secrets in the properties', { properties: { token: 'sesame' } }, { properties: { token: '***' } }],
  ['the password and the certificate', { password: 'sesame', certificate: 'sesame' }, {}],
])('requires %s again', async (what, row, change) => {
  await make(row)
  const message = `The connection points to another destination: enter ${what} again.`
  expect(await answerOf(write('PATCH', path, { url: 'https://evil.example', ...change }))).toEqual(refusal(message))
})

test.each(['evil.example\\', 'evil.example:443\\'])('detects a backslash in %s', async (user) => {
  await make({ url: web, password: 'sesame' })
  await write('PATCH', path, { url: `https://${user}@db.example:8443/shop` })
  const [stored] = await db.query<{ url: string }>(sql`select url from connections`)
  expect(new URL(testVault.reveal(id(10), 'url', stored?.url ?? '')).origin).toBe('https://db.example:8443')
})

test('requires each secret again separately', async () => {
  await make({ password: 'sesame', certificate: 'sesame' })
  const change = { url: 'https://evil.example', password: 'new', certificate: '***' }
  expect(await answerOf(write('PATCH', path, change))).toEqual(
    refusal('The connection points to another destination: enter the certificate again.')
  )
})

test('keeps verifying certificates while the password is kept', async () => {
  await make({ password: 'sesame', insecure_tls: false })
  const message = 'Certificate verification would be off: enter the password again.'
  expect(await answerOf(write('PATCH', path, { insecure_tls: true }))).toEqual(refusal(message))
  expect(await answerOf(write('PATCH', path, { insecure_tls: true, password: '***' }))).toEqual(refusal(message))
  expect((await write('PATCH', path, { insecure_tls: true, password: 'sesame' })).status).toBe(204)
  expect((await write('PATCH', path, { insecure_tls: true, name: 'x' })).status).toBe(204)
})

test('lets a connection without secrets use any address', async () => {
  await make({ username: 'app', password: 'secret://ns/name/key', properties: { region: 'eu' } })
  expect((await write('PATCH', path, { url: 'https://other.example', insecure_tls: true, type: 'x' })).status).toBe(204)
})

const evil = { url: 'https://evil.example' }
test.each<[string, () => Answer]>([
  ['a PATCH of many', () => write('PATCH', '/api/db/connections?type=eq.http', evil)],
  [
    'upsert',
    () =>
      write(
        'POST',
        '/api/db/connections',
        { ...base, ...evil, password: '***' },
        { Prefer: 'resolution=merge-duplicates' }
      ),
  ],
  [
    'an upsert without the password',
    () =>
      write('POST', '/api/db/connections?on_conflict=id', [{ ...base, ...evil }], {
        Prefer: 'resolution=merge-duplicates',
      }),
  ],
  ['rehearsal', () => write('PATCH', path, evil, { Prefer: 'tx=rollback' })],
])('does not redirect the password by %s', async (_name, send) => {
  await make({ password: 'sesame' })
  await make({ id: id(11), name: 'other', password: null })
  const before = await everything()
  expect(await answerOf(send())).toEqual(refusal(ELSEWHERE))
  expect(await everything()).toEqual(before)
})

test('seals plain secrets at the start, even if they hide part of the address', async () => {
  await make({ type: 'slack', password: 'sesame' })
  await db.script(`
    alter table connections disable trigger keep_secrets_at_origin;
    update connections set url = 'slack://sesame@C1', properties = '{"sslKey":"x","proxyPassword":"sesame"}';
    alter table connections enable trigger keep_secrets_at_origin`)
  expect(await sealStored({ db, box: testKeys, log: pino({ level: 'silent' }) })).toBe(1)
  expect(JSON.stringify(await everything())).not.toContain('sesame')
})
