import { pino } from 'pino'
import { TOTP, Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { createApp } from '../../server/start/app'
import { sql } from '../../server/data/db/sql'
import { defineRoute, anySignedIn } from '../../server/http/route'
import { accountRoutes, notifyAddressChange } from '../../server/identity/accounts/account-routes'
import { createSessionGate } from '../../server/identity/sessions/gate'
import { identityRoutes } from '../../server/identity/routes'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  IDENTITY_ORIGIN,
  PASSWORD,
  describeRefusal,
  testService,
  readCsrfToken,
} from '../helpers/identity'
import { testVault } from '../helpers/vault'

// Attacks on sign-in, sessions and forms. The numbers are those of docs/identity.md.

const db = await testDatabase()
const service = await testService(db)

const sessionsOf = async (id: string) =>
  (await db.query(sql`select from identity.sessions where identity_id = ${id}`)).length

test('abuse 1: refuses a form without the anti-CSRF cookie', async () => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  browser.cookies.clear()
  const answer = await browser.submit('login', flow, { method: 'password', identifier: email, password: PASSWORD })
  expect(await describeRefusal(answer)).toBe('403 security_csrf_violation')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await sessionsOf(id)).toBe(0)
})

test.each([
  ['of another browser', async () => readCsrfToken(await new Browser(service).begin('login'))],
  ['that is empty', async () => ''],
  ['that is junk', async () => 'x'.repeat(10_000)],
  ['of the same length', async () => Buffer.alloc(64).toString('base64')],
])('abuse 2: refuses a token %s', async (_name, token) => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  const body = { csrf_token: await token(), method: 'password', identifier: email, password: PASSWORD }
  expect(await describeRefusal(await browser.submit('login', flow, body))).toBe('403 security_csrf_violation')
  expect(await sessionsOf(id)).toBe(0)
})

test('abuse 3: refuses cookie and token of one browser for the form of another', async () => {
  const { id, email } = await createTestAccount(service)
  const theirs = await new Browser(service).begin('login')
  const attacker = new Browser(service)
  const body = { csrf_token: readCsrfToken(await attacker.begin('login')), method: 'password', identifier: email }
  const answer = await attacker.submit('login', theirs, { ...body, password: PASSWORD })
  expect(await describeRefusal(answer)).toBe('403 security_csrf_violation')
  expect(await sessionsOf(id)).toBe(0)
})

test('abuse 4: refuses to show the form of another browser', async () => {
  const theirs = await new Browser(service).begin('login')
  for (const attacker of [new Browser(service), new Browser(service)]) {
    await attacker.begin('login')
    const answer = await attacker.send(`/self-service/login/flows?id=${theirs.id}`)
    expect(await answer.clone().text()).not.toContain('nodes')
    expect(await describeRefusal(answer)).toBe('403 security_csrf_violation')
  }
  expect(await describeRefusal(await new Browser(service).send(`/self-service/login/flows?id=${theirs.id}`))).toBe(
    '403 security_csrf_violation'
  )
})

const form = 'application/x-www-form-urlencoded'

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ['a sibling site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example' }],
  ['an old browser', { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' }],
  ['a page without an origin', { 'Sec-Fetch-Site': undefined, Origin: 'null' }],
  ['a very old browser', { 'Sec-Fetch-Site': undefined, Origin: undefined, Referer: 'https://evil.example/' }],
  ['a browser without origin headers', { 'Sec-Fetch-Site': undefined, Origin: undefined }],
])('abuse 5: refuses a sign-in form of %s', async (_name, headers) => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  const body = new URLSearchParams({
    csrf_token: readCsrfToken(flow),
    method: 'password',
    identifier: email,
    password: PASSWORD,
  })
  const answer = await browser.post(`/self-service/login?flow=${flow.id}`, body.toString(), {
    'Content-Type': form,
    ...headers,
  })
  expect(await describeRefusal(answer)).toBe('403 security_csrf_violation')
  expect(await sessionsOf(id)).toBe(0)
})

/** The whole application with accounts, for one browser. */
const cache = await loadSchemaCache(db)
function application(browser: Browser) {
  const gate = createSessionGate(service)
  const app = createApp(
    { config: { version: '1', backend: 'embedded', signIn: 'kratos' }, log: pino({ level: 'silent' }) },
    {
      db,
      hostname: 'here',
      localProperties: new Map(),
      callerOf: async (request) => {
        const id = await gate.readPersonId(request)
        return id === undefined ? undefined : readCaller(db, id)
      },
      relational: createRelational({ cache, now: () => new Date(), vault: testVault }),
      engines: [
        {
          routes: [
            defineRoute('ALL', '/api/canary/run/check/:id', anySignedIn, (context) => context.json({ pass: true })),
            ...accountRoutes(service),
            ...identityRoutes(service),
          ],
        },
      ],
      signIn: {
        refuse: (request) => gate.refuse(request),
        refuseStale: (request) => gate.refuseStale(request),
        addressChanged: notifyAddressChange(service),
      },
    }
  )
  return (path: string, method = 'GET', headers: Record<string, string> = {}, body?: unknown) =>
    app.fetch(
      new Request(IDENTITY_ORIGIN + path, {
        method,
        headers: {
          Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': '2' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    )
}

const grant = (id: string, role: string) =>
  db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, ${role})`)

test('returns 401 in plain text for every route without a session, except health and sign-in', async () => {
  const send = application(new Browser(service))
  for (const path of ['/api/db/checks', '/api/auth/whoami', '/api/canary/about', '/api/nothing', '/api/db/people']) {
    const answer = await send(path)
    const type = answer.headers.get('Content-Type')
    expect([path, answer.status, type]).toEqual([path, 401, expect.stringMatching(/^text\/plain\b/)])
  }
  expect((await send('/api/_health')).status).toBe(200)
  expect((await send('/api/.ory/self-service/login/browser', 'GET', { Accept: 'application/json' })).status).toBe(200)
  expect((await send('/api/.ory/nothing')).status).toBe(303)
})

test('identifies the person by the session, with the current roles', async () => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  const send = application(browser)
  await grant(id, 'editor')
  const { payload } = await (await send('/api/auth/whoami')).json()
  expect(payload).toMatchObject({ user: { id, email, name: 'Ada Holm' } })
  expect(payload.roles).toContain('editor')
  await db.run(sql`update people set deleted_at = now() where id = ${id}`)
  expect((await send('/api/auth/whoami')).status).toBe(401)
})

test.each([
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site' }, 403],
  [{ Origin: 'https://evil.example' }, 403],
  [{ Origin: `${IDENTITY_ORIGIN}.evil.example` }, 403],
  [{ Referer: 'https://evil.example/' }, 403],
  [{ 'Content-Type': 'text/plain' }, 403],
  [{ Origin: IDENTITY_ORIGIN }, 201],
  [{ 'Sec-Fetch-Site': 'same-origin' }, 201],
])('abuse 6: responds to a write with the cookie and %j with %i', async (headers, status) => {
  const { id, email } = await createTestAccount(service)
  await grant(id, 'admin')
  const browser = new Browser(service)
  await browser.signIn(email)
  const answer = await application(browser)('/api/db/properties', 'POST', headers, { name: id, value: 'x' })
  expect(answer.status).toBe(status)
  expect(await db.query(sql`select from properties where name = ${id}`)).toHaveLength(status === 201 ? 1 : 0)
})

test('returns identities without secrets and refuses writes through the relation', async () => {
  const { id, email } = await createTestAccount(service)
  await grant(id, 'admin')
  const browser = new Browser(service)
  await browser.signIn(email)
  const send = application(browser)
  const [row] = (await (await send(`/api/db/identities?id=eq.${id}`)).json()) as Record<string, unknown>[]
  expect(Object.keys(row ?? {}).toSorted()).toEqual(
    `created_at external_id id metadata_admin metadata_public nid organization_id schema_id state
    state_changed_at traits updated_at`.split(/\s+/)
  )
  const own = { Origin: IDENTITY_ORIGIN }
  for (const [method, query, body] of [
    ['PATCH', `?id=eq.${id}`, { state: 'inactive' }],
    ['DELETE', `?id=eq.${id}`, undefined],
    ['POST', '', { ...row, id: crypto.randomUUID() }],
  ] as const) {
    expect([method, (await send(`/api/db/identities${query}`, method, own, body)).status]).toEqual([method, 400])
  }
  for (const name of ['identity.identities', 'credentials', 'sessions', 'codes', 'courier_messages']) {
    expect([name, (await send(`/api/db/${name}`)).status]).toEqual([name, 404])
  }
  expect((await browser.whoami()).status).toBe(200)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://localhost:3000@evil.example/',
  'http://user@localhost:3000/',
  'http://localhost:3000.evil.example/',
  'https://localhost:3000/',
  'http://localhost:3001/',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:http://localhost:3000/x',
  '\t//evil.example',
  '/\n/evil.example',
  '\u0000/',
  `/${'x'.repeat(10_000)}`,
  '/login?return_to=%2Flogin%3Freturn_to%3D%252Fhealth',
  '/a?return_to=https%3A%2F%2Fevil.example',
])('abuse 7: refuses to redirect to %j', async (address) => {
  const query = `?return_to=${encodeURIComponent(address)}`
  const expected = '400 self_service_flow_return_to_forbidden'
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  expect(await describeRefusal(await browser.send(`/self-service/login/browser${query}`))).toBe(expected)
  await browser.signIn(email)
  expect(await describeRefusal(await browser.send(`/self-service/logout/browser${query}`))).toBe(expected)
  expect(await describeRefusal(await browser.send(`/self-service/logout${query}&token=x`))).toBe(expected)
})

test.each(['/.//evil.example', '/%5Cevil.example', ' /health', '?a=b', '/health#x', '/login?return_to=/health'])(
  'abuse 7: redirects to %j as an absolute address of the console',
  async (address) => {
    const flow = await new Browser(service).begin('login', `?return_to=${encodeURIComponent(address)}`)
    expect(flow['return_to']).toMatch(/^http:\/\/localhost:3000\//)
  }
)

test('abuse 23: replaces an existing cookie at sign-in', async () => {
  const mine = await createTestAccount(service)
  const theirs = await createTestAccount(service)
  const attacker = new Browser(service)
  await attacker.signIn(mine.email)
  const planted = attacker.session ?? ''
  for (const cookie of ['made-up-by-somebody', planted]) {
    const browser = new Browser(service)
    browser.cookies.set('ory_kratos_session', cookie)
    const flow = await browser.begin('login', '?refresh=true')
    const answer = await browser.submit('login', flow, {
      method: 'password',
      identifier: theirs.email,
      password: PASSWORD,
    })
    expect(await answer.json()).toMatchObject({ session: { identity: { id: theirs.id } } })
    expect(browser.session).not.toBe(cookie)
    browser.cookies.set('ory_kratos_session', cookie)
    expect((await browser.whoami()).status).toBe(401)
  }
})

const tokenFor = async (browser: Browser) =>
  ((await (await browser.send('/self-service/logout/browser')).json()) as { logout_token: string }).logout_token
const out = (browser: Browser, query: string) => browser.send(`/self-service/logout${query}`)

test('abuse 26: refuses to sign out another session', async () => {
  const [one, two] = [await createTestAccount(service), await createTestAccount(service)]
  const [mine, theirs] = [new Browser(service), new Browser(service)]
  await mine.signIn(one.email)
  await theirs.signIn(two.email)
  const token = await tokenFor(mine)
  expect(await describeRefusal(await out(theirs, `?token=${token}`))).toBe('403')
  expect(await describeRefusal(await out(theirs, ''))).toBe('400')
  expect(await describeRefusal(await out(theirs, '?token='))).toBe('400')
  expect((await theirs.whoami()).status).toBe(200)
  expect(await describeRefusal(await out(new Browser(service), `?token=${token}`))).toBe('401 session_inactive')
  expect((await mine.whoami()).status).toBe(200)

  const cookie = mine.session ?? ''
  expect((await out(mine, `?token=${token}`)).status).toBe(204)
  mine.cookies.set('ory_kratos_session', cookie)
  expect(await describeRefusal(await out(mine, `?token=${token}`))).toBe('401 session_inactive')
})

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const codeAt = (time: Date) => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: time.getTime() })

test('abuse 27: treats a session without the second factor as signed out', async () => {
  const { id, email } = await createTestAccount(service, { totp: SECRET })
  await grant(id, 'admin')
  const browser = new Browser(service)
  const answer = await browser.signIn(email, PASSWORD, '?return_to=/health')
  expect(await describeRefusal(answer.clone())).toBe('422 browser_location_change_required')
  expect(await answer.json()).toMatchObject({
    redirect_browser_to: `${IDENTITY_ORIGIN}/api/.ory/self-service/login/browser?aal=aal2&return_to=${encodeURIComponent(`${IDENTITY_ORIGIN}/health`)}`,
  })
  expect(await describeRefusal(await browser.whoami())).toBe('403 session_aal2_required')
  for (const [path, method] of [
    ['/sessions', 'GET'],
    ['/sessions', 'DELETE'],
    [`/sessions/${id}`, 'DELETE'],
  ] as const) {
    const refused = await browser.send(path, { method })
    expect(await refused.clone().text()).not.toContain(id)
    expect(await describeRefusal(refused)).toBe('403 session_aal2_required')
  }
  const send = application(browser)
  for (const path of ['/api/db/checks', '/api/auth/whoami', '/api/properties']) {
    expect([path, (await send(path)).status]).toEqual([path, 403])
  }
  // Signing out is always possible.
  expect((await browser.send('/self-service/logout/browser')).status).toBe(200)

  const flow = await browser.begin('login', '?aal=aal2')
  expect((await browser.submit('login', flow, { method: 'totp', totp_code: codeAt(service.now()) })).status).toBe(200)
  expect((await send('/api/auth/whoami')).status).toBe(200)
})

test.each([
  ['{"__proto__":{"polluted":1}}', 400],
  ['{"traits.__proto__.polluted":1}', 400],
  ['{"constructor.prototype.polluted":1}', 400],
  ['{"traits":{"__proto__":{"polluted":1}}}', 400],
  ['{"traits":{"constructor":{"prototype":{"polluted":1}}}}', 400],
  ['{"a..b":1}', 400],
  ['{"a.b.c.d.e.f":1}', 400],
  ['{"a":1,"a.b":2}', 400],
  ['[1]', 400],
  ['"text"', 400],
  ['{', 400],
])('abuse 28: refuses the body %s', async (body, status) => {
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  expect((await browser.post(`/self-service/login?flow=${flow.id}`, body)).status).toBe(status)
  expect(
    (await browser.post(`/self-service/login?flow=${flow.id}`, 'traits.__proto__.polluted=1', { 'Content-Type': form }))
      .status
  ).toBe(400)
  expect({}).not.toHaveProperty('polluted')
})

const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]))
const nested = (open: string, close: string, times: number) => `${open.repeat(times)}1${close.repeat(times)}`

test.each([
  ['1 MB of password', JSON.stringify({ password: 'x'.repeat(1_000_000) }), 413],
  ['more than 64 KiB', JSON.stringify({ password: 'x'.repeat(64 * 1024) }), 413],
  [
    '10 000 keys',
    JSON.stringify(many)
      .slice(0, 60_000)
      .replace(/,[^,]*$/, '}'),
    400,
  ],
  ['deep nesting of lists', `{"deep":${nested('[', ']', 30_000)}}`, 400],
  ['deep nesting of objects', nested('{"a":', '}', 9000), 400],
])('abuse 32: refuses %s without hashing', async (_name, body, status) => {
  let hashes = 0
  const counting = {
    ...service,
    passwords: { ...service.passwords, verifyDummy: async () => (hashes++, false as const) },
  }
  const browser = new Browser(counting)
  const flow = await browser.begin('login')
  expect((await browser.post(`/self-service/login?flow=${flow.id}`, body)).status).toBe(status)
  expect(hashes).toBe(0)
})

test('abuse 32: refuses a body without a length', async () => {
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 16_384
      controller.enqueue(new Uint8Array(16_384).fill(0x20))
    },
  })
  const init = { method: 'POST', body: endless, duplex: 'half' }
  const answer = await browser.send(`/self-service/login?flow=${flow.id}`, init, { 'Content-Type': 'application/json' })
  expect(answer.status).toBe(413)
  expect(sent).toBeLessThan(200_000)
})

test.each(['identifier', 'password', 'method', 'csrf_token'])(
  'abuse 33: refuses special characters in %s',
  async (field) => {
    const { email } = await createTestAccount(service)
    for (const [text, statuses] of [
      [`' or 1=1; drop table people; --`, [400, 403]],
      ['\u0000', [400]],
      ['\ud800', [400]],
      ['%00%0d%0aSet-Cookie: a=b', [400, 403]],
      ['${7*7}{{7*7}}', [400, 403]],
      ['\u{1f511}'.repeat(5000), [400, 403]],
      [`x${'\u{1f511}'.repeat(5000)}`, [400, 403]],
    ] as const) {
      const browser = new Browser(service)
      const flow = await browser.begin('login')
      const body = { method: 'password', identifier: email, password: 'wrong', [field]: text }
      const answer = await browser.submit('login', flow, body)
      expect(statuses).toContain(answer.status)
      expect(browser.session).toBeUndefined()
    }
  }
)

test('abuse 34: handles invalid ids and ids of others alike', async () => {
  const browser = new Browser(service)
  await browser.begin('login')
  const unknown = '6f1c9b6e-8f0f-4d55-9d2e-0a3a5cf3a001'
  for (const id of ['', 'x', '1; select 1', "'", '../..', '%00', unknown]) {
    const at = encodeURIComponent(id)
    expect([id, await describeRefusal(await browser.send(`/self-service/login/flows?id=${at}`))]).toEqual([id, '404'])
    expect([id, await describeRefusal(await browser.send(`/self-service/errors?id=${at}`))]).toEqual([id, '404'])
    const posted = await browser.post(`/self-service/login?flow=${at}`, { method: 'password' })
    expect(['403 security_csrf_violation', '404']).toContain(await describeRefusal(posted))
  }
  expect(await describeRefusal(await browser.send('/self-service/login/flows'))).toBe('404')
  expect(await describeRefusal(await browser.post('/self-service/login', {}))).toBe('400')

  const [mine, theirs] = [await createTestAccount(service), await createTestAccount(service)]
  const other = new Browser(service)
  await other.signIn(theirs.email)
  const { id: sessionOfOther } = (await (await other.whoami()).json()) as { id: string }
  await browser.signIn(mine.email)
  const end = (id: string) => browser.send(`/sessions/${id}`, { method: 'DELETE' })
  for (const id of ['x', '%00', "'", 'whoami', `${unknown}0`, '..%2f']) {
    expect([id, await describeRefusal(await end(id))]).toEqual([id, '400'])
  }
  // The response does not reveal whether the session exists.
  const [ofOther, ofNobody] = [await end(sessionOfOther), await end(unknown)]
  expect([ofOther.status, ofNobody.status]).toEqual([204, 204])
  expect([...ofOther.headers]).toEqual([...ofNobody.headers])
  expect((await other.whoami()).status).toBe(200)
})

test.each([
  ['text/plain', 415],
  ['application/xml', 415],
  ['text/json', 415],
  [undefined, 415],
  ['application/json; charset=utf-8', 400],
  ['multipart/form-data', 400],
])('abuse 35: responds to a body of the type %s with %i', async (type, status) => {
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  const body = JSON.stringify({ csrf_token: readCsrfToken(flow), method: 'password' })
  const bytes = new TextEncoder().encode(body)
  const path = `/self-service/login?flow=${flow.id}`
  const answer = await browser.send(path, { method: 'POST', body: bytes }, { 'Content-Type': type })
  expect(answer.status).toBe(status)
})

test('abuse 51: finds errors only by their id, and stores no secrets in them', async () => {
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  const body = new URLSearchParams({ password: 'my-secret-password', csrf_token: 'my-secret-token' }).toString()
  const answer = await browser.post(`/self-service/login?flow=${flow.id}`, body, {
    Accept: 'text/html',
    'Content-Type': form,
  })
  expect(answer.status).toBe(303)
  const page = new URL(answer.headers.get('Location') ?? '')
  expect(page.origin + page.pathname).toBe(`${IDENTITY_ORIGIN}/error`)
  const stored = await (await browser.send(`/self-service/errors?id=${page.searchParams.get('id')}`)).json()
  expect(stored).toMatchObject({ error: { id: 'security_csrf_violation', code: 403 } })
  const all = JSON.stringify(await db.query(sql`select error from identity.errors`))
  expect(all).not.toMatch(/my-secret|csrf_token_|password=/)
  expect(await (await browser.send('/self-service/errors?id=stub:500')).json()).toMatchObject({ error: { code: 500 } })
})
