import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/db/sql'
import { hostedSources } from '../../server/hosted/policy'
import type { HostedSettings } from '../../server/hosted/settings'
import { openHosted } from '../../server/hosted-accounts'
import { headersWith } from '../../server/http/guards'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import {
  claimsAt,
  HOST,
  jwkOf,
  ORGANISATION,
  ORIGIN,
  PUBLISHABLE_KEY,
  rsa,
  token,
  unsignedToken,
} from '../helpers/hosted-tokens'

const db = await testDatabase()
const log = pino({ level: 'silent' })
const ours = rsa()
const now = new Date()

const settings: HostedSettings = {
  publishableKey: PUBLISHABLE_KEY,
  host: HOST,
  backends: ['https://*.backend.example'],
  members: { organisation: ORGANISATION },
  publicUrl: new URL(ORIGIN),
}

let isAway = false
const asked: string[] = []
const service = async (address: unknown) => {
  asked.push(String(address))
  if (isAway) throw new TypeError('fetch failed')
  return Response.json({ keys: [jwkOf(ours.publicKey, 'one')] })
}

const open = (over: Partial<HostedSettings> = {}) =>
  openHosted({ db, log, settings: { ...settings, ...over }, fetch: service as typeof fetch })
const { callerOf } = open()
const { send } = await consoleApp(db, { callerOf })

const claims = (rest: object = {}) => claimsAt(now, rest)
const bearer = (text: string) => ({ headers: { Authorization: `Bearer ${text}` } })
const whoami = async (init: RequestInit) => (await send('/api/auth/whoami', init)).json()
const as = (rest: object = {}) => bearer(token(ours.privateKey, claims(rest)))

beforeEach(() => {
  isAway = false
  return db.script(`delete from people where external_id is not null`)
})

test('a member is a person of this console, in the role that they have there [AUTH-01]', async () => {
  const { payload } = await whoami(as({ name: 'Ada Lovelace', email: 'ada@shop.example' }))
  expect(payload).toMatchObject({
    user: { name: 'Ada Lovelace', email: 'ada@shop.example', external_id: 'user_ada' },
    roles: expect.arrayContaining(['everyone', 'admin']) as unknown,
  })
  expect(asked).toEqual([`https://${HOST}/.well-known/jwks.json`])
})

test('the cookie of the service counts like a bearer token', async () => {
  const text = token(ours.privateKey, claims())
  expect((await send('/api/auth/whoami', { headers: { Cookie: `a=b; __session=${text}` } })).status).toBe(200)
  const twice = { Cookie: `__session=${text}; __session=${text}` }
  expect((await send('/api/auth/whoami', { headers: twice })).status).toBe(401)
  // What is said out loud goes before what the browser sends by itself.
  const both = { Cookie: `__session=${text}`, Authorization: 'Basic YTpi' }
  expect((await send('/api/auth/whoami', { headers: both })).status).toBe(401)
})

test.each([
  ['no token', {}],
  ['a token without a signature', bearer(unsignedToken(claims()))],
  ['a token of somebody else', bearer(token(rsa().privateKey, claims()))],
  ['a token of another organisation', as({ o: { id: 'org_other', rol: 'admin' } })],
  ['a token that is over', as({ exp: Math.floor(now.getTime() / 1000) - 60 })],
  ['a token for another page', as({ azp: 'https://evil.example' })],
  ['words', bearer('admin')],
])('with %s nobody is signed in, and nobody is made', async (_what, init) => {
  for (const path of ['/api/auth/whoami', '/api/db/checks', '/api/people']) {
    expect((await send(path, init)).status).toBe(401)
  }
  expect(await db.query(sql`select from people where external_id is not null`)).toEqual([])
})

test('a session that is good in one organisation is not taken for one in another', async () => {
  expect((await send('/api/auth/whoami', as())).status).toBe(200)
  expect((await send('/api/auth/whoami', as({ o: { id: 'org_other', rol: 'admin' } }))).status).toBe(401)
})

test('somebody who is no administrator any more loses it with the next token, and keeps what was given here', async () => {
  const { payload } = await whoami(as())
  const id = payload.user.id as string
  expect(payload.roles).toContain('admin')
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, 'responder')`)
  const after = await whoami(as({ o: { id: ORGANISATION, rol: 'member' } }))
  expect(after.payload.roles).toEqual(expect.arrayContaining(['viewer', 'responder']))
  expect(after.payload.roles).not.toContain('admin')
})

test('a viewer may not write', async () => {
  const init = as({ o: { id: ORGANISATION, rol: 'member' } })
  const answer = await send('/api/db/canaries', {
    method: 'POST',
    body: '{}',
    headers: { ...init.headers, 'Content-Type': 'application/json', 'Content-Length': '2' },
  })
  expect(answer.status).toBe(403)
})

test('a page that asks many things at once makes one person', async () => {
  const init = as()
  const found = await Promise.all(Array.from({ length: 10 }, () => whoami(init)))
  expect(new Set(found.map(({ payload }) => payload.user.id as string)).size).toBe(1)
})

test('what they call themselves there is followed', async () => {
  await whoami(as({ name: 'Ada', email: 'ada@shop.example' }))
  const { payload } = await whoami(as({ name: 'Ada Lovelace', email: 'lovelace@shop.example' }))
  expect(payload.user).toMatchObject({ name: 'Ada Lovelace', email: 'lovelace@shop.example' })
  expect((await whoami(as())).payload.user).toMatchObject({ name: 'Ada Lovelace' })
})

test('an e-mail address makes nobody another person', async () => {
  await db.run(sql`insert into people (name, email) values ('Root', 'root@shop.example')`)
  const { payload } = await whoami(as({ name: 'Mallory', email: 'root@shop.example' }))
  expect(payload.user.name).toBe('Mallory')
  expect(payload.user).not.toHaveProperty('email')
})

test('somebody who was removed here stays out', async () => {
  const { payload } = await whoami(as())
  await db.run(sql`update people set deleted_at = now() where id = ${payload.user.id as string}`)
  expect((await send('/api/auth/whoami', as())).status).toBe(401)
})

test('while the keys cannot be had nobody is let in, and that is said', async () => {
  isAway = true
  const { send: ask } = await consoleApp(db, { callerOf: open().callerOf })
  const answer = await ask('/api/auth/whoami', as())
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ error: expect.stringMatching(/could not be verified/) as string })
})

test('with a key of its own the server asks nobody', async () => {
  const before = asked.length
  const publicKey = ours.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const own = open({ members: { organisation: ORGANISATION, publicKey } })
  const { send: ask } = await consoleApp(db, { callerOf: own.callerOf })
  expect((await ask('/api/auth/whoami', as())).status).toBe(200)
  expect(asked.length).toBe(before)
})

test.each([
  ['http://localhost:3000', 200],
  ['http://127.0.0.1:3000', 200],
  ['https://evil.example', 401],
  ['null', 401],
])('on this machine, a token for pages of %s: %d', async (azp, status) => {
  const { publicUrl: _, ...local } = settings
  const own = openHosted({ db, log, settings: local, fetch: service as typeof fetch })
  const { send: ask } = await consoleApp(db, { callerOf: own.callerOf })
  expect((await ask('/api/auth/whoami', as({ azp }))).status).toBe(status)
})

test('whose tokens count has to be said', () => {
  const { members: _, ...nobody } = settings
  expect(() => openHosted({ db, log, settings: nobody })).toThrow('The organisation of hosted sign-in is missing')
})

test('the pages may load what the forms of the service need, and nothing else', () => {
  const policy = headersWith(hostedSources(settings))['Content-Security-Policy']?.split('; ')
  expect(policy).toEqual([
    "default-src 'self'",
    `script-src 'self' https://${HOST} https://challenges.cloudflare.com`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https://img.clerk.com",
    "font-src 'self'",
    `connect-src 'self' https://${HOST} https://*.backend.example`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "worker-src 'self' blob:",
    'frame-src https://challenges.cloudflare.com',
  ])
})
