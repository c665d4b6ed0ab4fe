import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { hostedSources } from '../../server/identity/hosted/policy'
import type { HostedSettings } from '../../server/identity/hosted/settings'
import { openHostedAccounts } from '../../server/identity/open-hosted-accounts'
import { createSecurityHeaders } from '../../server/http/guards'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import {
  createClaims,
  HOST,
  toJwk,
  ORGANISATION,
  HOSTED_ORIGIN,
  PUBLISHABLE_KEY,
  rsa,
  signToken,
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
  publicUrl: new URL(HOSTED_ORIGIN),
}

let isAway = false
const asked: string[] = []
const service = async (address: unknown) => {
  asked.push(String(address))
  if (isAway) throw new TypeError('fetch failed')
  return Response.json({ keys: [toJwk(ours.publicKey, 'one')] })
}

const open = (over: Partial<HostedSettings> = {}) =>
  openHostedAccounts({ db, log, settings: { ...settings, ...over }, fetch: service as typeof fetch })
const { callerOf } = open()
const { send } = await consoleApp(db, { callerOf })

const claims = (rest: object = {}) => createClaims(now, rest)
const bearer = (text: string) => ({ headers: { Authorization: `Bearer ${text}` } })
const whoami = async (init: RequestInit) => (await send('/api/auth/whoami', init)).json()
const as = (rest: object = {}) => bearer(signToken(ours.privateKey, claims(rest)))

beforeEach(() => {
  isAway = false
  return db.script(`delete from people where external_id is not null`)
})

test('creates a person for a member, with their role at the service [AUTH-01]', async () => {
  const { payload } = await whoami(as({ name: 'Ada Lovelace', email: 'ada@shop.example' }))
  expect(payload).toMatchObject({
    user: { name: 'Ada Lovelace', email: 'ada@shop.example', external_id: 'user_ada' },
    roles: expect.arrayContaining(['everyone', 'admin']) as unknown,
  })
  expect(asked).toEqual([`https://${HOST}/.well-known/jwks.json`])
})

test('accepts the cookie of the service like a bearer token', async () => {
  const text = signToken(ours.privateKey, claims())
  expect((await send('/api/auth/whoami', { headers: { Cookie: `a=b; __session=${text}` } })).status).toBe(200)
  const twice = { Cookie: `__session=${text}; __session=${text}` }
  expect((await send('/api/auth/whoami', { headers: twice })).status).toBe(401)
  // An explicit header takes precedence over the cookie.
  const both = { Cookie: `__session=${text}`, Authorization: 'Basic YTpi' }
  expect((await send('/api/auth/whoami', { headers: both })).status).toBe(401)
})

test.each([
  ['no token', {}],
  ['a token without a signature', bearer(unsignedToken(claims()))],
  ['a token of another issuer', bearer(signToken(rsa().privateKey, claims()))],
  ['a token of another organisation', as({ o: { id: 'org_other', rol: 'admin' } })],
  ['an expired token', as({ exp: Math.floor(now.getTime() / 1000) - 60 })],
  ['a token for another origin', as({ azp: 'https://evil.example' })],
  ['words', bearer('admin')],
])('neither signs in nor creates a person with %s', async (_what, init) => {
  for (const path of ['/api/auth/whoami', '/api/db/checks', '/api/people']) {
    expect((await send(path, init)).status).toBe(401)
  }
  expect(await db.query(sql`select from people where external_id is not null`)).toEqual([])
})

test('refuses a session of another organisation', async () => {
  expect((await send('/api/auth/whoami', as())).status).toBe(200)
  expect((await send('/api/auth/whoami', as({ o: { id: 'org_other', rol: 'admin' } }))).status).toBe(401)
})

test('removes a role lost at the service with the next token, and keeps roles assigned here', async () => {
  const { payload } = await whoami(as())
  const id = payload.user.id as string
  expect(payload.roles).toContain('admin')
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, 'responder')`)
  const after = await whoami(as({ o: { id: ORGANISATION, rol: 'member' } }))
  expect(after.payload.roles).toEqual(expect.arrayContaining(['viewer', 'responder']))
  expect(after.payload.roles).not.toContain('admin')
})

test('refuses writes of a viewer', async () => {
  const init = as({ o: { id: ORGANISATION, rol: 'member' } })
  const answer = await send('/api/db/canaries', {
    method: 'POST',
    body: '{}',
    headers: { ...init.headers, 'Content-Type': 'application/json', 'Content-Length': '2' },
  })
  expect(answer.status).toBe(403)
})

test('creates one person for parallel requests', async () => {
  const init = as()
  const found = await Promise.all(Array.from({ length: 10 }, () => whoami(init)))
  expect(new Set(found.map(({ payload }) => payload.user.id as string)).size).toBe(1)
})

test('follows name changes at the service', async () => {
  await whoami(as({ name: 'Ada', email: 'ada@shop.example' }))
  const { payload } = await whoami(as({ name: 'Ada Lovelace', email: 'lovelace@shop.example' }))
  expect(payload.user).toMatchObject({ name: 'Ada Lovelace', email: 'lovelace@shop.example' })
  expect((await whoami(as())).payload.user).toMatchObject({ name: 'Ada Lovelace' })
})

test('does not match people by e-mail address', async () => {
  await db.run(sql`insert into people (name, email) values ('Root', 'root@shop.example')`)
  const { payload } = await whoami(as({ name: 'Mallory', email: 'root@shop.example' }))
  expect(payload.user.name).toBe('Mallory')
  expect(payload.user).not.toHaveProperty('email')
})

test('keeps removed people out', async () => {
  const { payload } = await whoami(as())
  await db.run(sql`update people set deleted_at = now() where id = ${payload.user.id as string}`)
  expect((await send('/api/auth/whoami', as())).status).toBe(401)
})

test('refuses all callers with a message while the keys are not available', async () => {
  isAway = true
  const { send: ask } = await consoleApp(db, { callerOf: open().callerOf })
  const answer = await ask('/api/auth/whoami', as())
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ error: expect.stringMatching(/could not be verified/) as string })
})

test('fetches nothing with a configured key', async () => {
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
])('checks on loopback a token for pages of %s: %d', async (azp, status) => {
  const { publicUrl: _, ...local } = settings
  const own = openHostedAccounts({ db, log, settings: local, fetch: service as typeof fetch })
  const { send: ask } = await consoleApp(db, { callerOf: own.callerOf })
  expect((await ask('/api/auth/whoami', as({ azp }))).status).toBe(status)
})

test('requires an organisation', () => {
  const { members: _, ...nobody } = settings
  expect(() => openHostedAccounts({ db, log, settings: nobody })).toThrow(
    'The organisation of hosted sign-in is missing'
  )
})

test('allows exactly the sources that the forms of the service need', () => {
  const policy = createSecurityHeaders(hostedSources(settings))['Content-Security-Policy']?.split('; ')
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
