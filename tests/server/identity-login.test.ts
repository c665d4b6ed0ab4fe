import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { savePassword } from '../../server/identity/credentials/credentials'
import { createPasswords } from '../../server/identity/credentials/passwords'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  cheapHashing,
  readShownFlow,
  readMessageIds,
  readInputNames,
  IDENTITY_ORIGIN,
  PASSWORD,
  describeRefusal,
  testService,
  readCsrfToken,
} from '../helpers/identity'

// Sign-in with a password, confirmation, and sign-out. Second factors: identity-second-factor.test.ts.

const db = await testDatabase()
const service = await testService(db)

const html = { Accept: 'text/html' }
const location = (response: Response) => [response.status, response.headers.get('Location')]

test('signs in with the right password and returns the session', async () => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service, { address: '127.0.0.1' })
  const answer = await browser.signIn(email, PASSWORD, '?return_to=/health%3FgroupBy%3Dname')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    session: { active: true, authenticator_assurance_level: 'aal1', authentication_methods: [{ method: 'password' }] },
    continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: `${IDENTITY_ORIGIN}/health?groupBy=name` }],
  })
  const whoami = await browser.whoami()
  expect(whoami.headers.get('X-Kratos-Authenticated-Identity-Id')).toBe(id)
  expect(await whoami.json()).toMatchObject({
    identity: {
      id,
      state: 'active',
      traits: { email },
      verifiable_addresses: [{ value: email, verified: false, via: 'email', status: 'pending' }],
      recovery_addresses: [{ value: email }],
    },
    devices: [{ ip_address: '127.0.0.1', user_agent: 'Test/1.0' }],
  })
})

test('returns a flow as in the protocol', async () => {
  const browser = new Browser(service)
  const flow = await browser.begin('login', '?return_to=%2Fhealth&aal=')
  expect(flow).toMatchObject({
    type: 'browser',
    state: 'choose_method',
    refresh: false,
    requested_aal: 'aal1',
    request_url: `${IDENTITY_ORIGIN}/api/.ory/self-service/login/browser?return_to=%2Fhealth&aal=`,
    return_to: `${IDENTITY_ORIGIN}/health`,
    issued_at: '2031-05-06T07:08:09.000Z',
    expires_at: '2031-05-06T07:18:09.000Z',
    ui: { method: 'POST', action: `${IDENTITY_ORIGIN}/api/.ory/self-service/login?flow=${flow.id}` },
  })
  expect(flow.ui).not.toHaveProperty('messages')
  expect(readInputNames(flow)).toEqual(['csrf_token', 'identifier', 'password', 'method'])
})

test('shows the same form after a reload, with another mask on its token', async () => {
  const browser = new Browser(service)
  const flow = await browser.begin('login')
  const again = await readShownFlow(await browser.send(`/self-service/login/flows?id=${flow.id}`))
  expect(again.id).toBe(flow.id)
  expect(readCsrfToken(again)).not.toBe(readCsrfToken(flow))
  expect(Buffer.from(readCsrfToken(again), 'base64').length).toBe(64)
})

test.each([
  ['a wrong password', { method: 'password', identifier: 'known@shop.example', password: 'wrong' }, [4000006], {}],
  ['an unknown name', { method: 'password', identifier: 'nobody@shop.example', password: 'wrong' }, [4000006], {}],
  ['empty fields', { method: 'password', identifier: '' }, [], { identifier: [4000002], password: [4000002] }],
  ['no method', { identifier: 'known@shop.example', password: PASSWORD }, [4010002], {}],
  ['a second factor', { method: 'totp', totp_code: '123456' }, [4010002], {}],
])('shows the form again for %s', async (_name, body, messages, onFields) => {
  await createTestAccount(service, { email: 'known@shop.example' }).catch(() => {})
  const browser = new Browser(service)
  const answer = await browser.submit('login', await browser.begin('login'), body)
  expect(answer.status).toBe(400)
  const flow = await readShownFlow(answer)
  expect(readMessageIds(flow)).toEqual(messages)
  const faults = flow.ui.nodes.filter((node) => node.messages.length > 0)
  expect(Object.fromEntries(faults.map((node) => [node.attributes.name, node.messages.map(({ id }) => id)]))).toEqual(
    onFields
  )
  expect(browser.session).toBeUndefined()
})

test('keeps the typed name but not the password', async () => {
  const browser = new Browser(service)
  const text = await (await browser.signIn('typed@shop.example', 'do-not-repeat-me')).text()
  expect(text).toContain('typed@shop.example')
  expect(text).not.toContain('do-not-repeat-me')
})

test('supports browsers without scripts with forms and redirects', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  const begun = await browser.send('/self-service/login/browser?return_to=/health', {}, { Accept: '*/*' })
  const [status, address] = location(begun)
  expect([status, `${address}`.split('=')[0]]).toEqual([303, `${IDENTITY_ORIGIN}/login?flow`])
  const id = new URL(`${address}`).searchParams.get('flow') ?? ''
  const flow = await readShownFlow(await browser.send(`/self-service/login/flows?id=${id}`))
  const form = (password: string) =>
    browser.post(
      `/self-service/login?flow=${id}`,
      new URLSearchParams({
        method: 'password',
        identifier: email,
        password,
        csrf_token: readCsrfToken(flow),
      }).toString(),
      { ...html, 'Content-Type': 'application/x-www-form-urlencoded' }
    )
  expect(location(await form('wrong'))).toEqual([303, address])
  expect(readMessageIds(await readShownFlow(await browser.send(`/self-service/login/flows?id=${id}`)))).toEqual([
    4000006,
  ])
  expect(location(await form(PASSWORD))).toEqual([303, `${IDENTITY_ORIGIN}/health`])
  expect((await browser.whoami()).status).toBe(200)
})

test('asks signed-in users only to confirm', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  expect(await describeRefusal(await browser.send('/self-service/login/browser'))).toBe('400 session_already_available')
  const there = await browser.send('/self-service/login/browser?return_to=/health', {}, html)
  expect(location(there)).toEqual([303, `${IDENTITY_ORIGIN}/health`])

  const before = browser.session
  service.pass(60_000)
  const flow = await browser.begin('login', '?refresh=true')
  expect(flow).toMatchObject({ refresh: true })
  expect(readMessageIds(flow)).toEqual([1010003])
  expect(flow.ui.nodes.find(({ attributes }) => attributes.name === 'identifier')).toMatchObject({
    attributes: { type: 'hidden', value: email },
  })
  const answer = await browser.submit('login', flow, { method: 'password', identifier: email, password: PASSWORD })
  expect(await answer.json()).toMatchObject({
    session: { issued_at: '2031-05-06T07:08:09.000Z', authenticated_at: '2031-05-06T07:09:09.000Z' },
  })
  expect(browser.session).not.toBe(before)
})

test('reports a sign-in in another tab', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  const other = new Browser(service)
  const flow = await browser.begin('login')
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  await browser.signIn(email)
  // The same browser in another tab: its anti-CSRF cookie has changed.
  const late = await browser.submit('login', flow, { method: 'password', identifier: email, password: PASSWORD })
  expect(await describeRefusal(late)).toBe('403 security_csrf_violation')
  // Only with the session, as when cookies come back in another order.
  other.cookies.set('ory_kratos_session', browser.session ?? '')
  const both = await other.submit('login', flow, { method: 'password', identifier: email, password: PASSWORD })
  expect(await describeRefusal(both)).toBe('400 session_already_available')
})

test('treats a confirmation without a session as a sign-in', async () => {
  const flow = await new Browser(service).begin('login', '?refresh=true')
  expect(flow).toMatchObject({ refresh: false })
})

test.each([
  ['?aal=aal2', '401 session_aal1_required'],
  ['?aal=AAL2', '401 session_aal1_required'],
  ['?aal=aal3', '400'],
  ['?return_to=https://elsewhere.example/', '400 self_service_flow_return_to_forbidden'],
])('refuses a login that begins with %s: %s', async (query, expected) => {
  expect(await describeRefusal(await new Browser(service).send(`/self-service/login/browser${query}`))).toBe(expected)
})

test('replaces an expired form', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  const flow = await browser.begin('login', '?return_to=/health')
  service.pass(10 * 60_000)
  const gone = await browser.send(`/self-service/login/flows?id=${flow.id}`)
  expect(await gone.clone().json()).toMatchObject({
    error: { details: { return_to: `${IDENTITY_ORIGIN}/health` } },
    expired_at: flow['expires_at'],
  })
  expect(await describeRefusal(gone)).toBe('410 self_service_flow_expired')
  const answer = await browser.submit('login', flow, { method: 'password', identifier: email, password: PASSWORD })
  expect(answer.status).toBe(410)
  const { use_flow_id: next } = (await answer.json()) as { use_flow_id: string }
  const replacement = await readShownFlow(await browser.send(`/self-service/login/flows?id=${next}`))
  expect(replacement).toMatchObject({ return_to: `${IDENTITY_ORIGIN}/health` })
  expect(readMessageIds(replacement)).toEqual([4010001])
  expect(
    (await browser.submit('login', replacement, { method: 'password', identifier: email, password: PASSWORD })).status
  ).toBe(200)
})

test('replaces a weaker hash at sign-in', async () => {
  const { id, email } = await createTestAccount(service)
  const strict = { ...service, passwords: await createPasswords({ ...cheapHashing, timeCost: 2 }) }
  const hashOf = async () =>
    (
      await db.query<{ hash: string }>(
        sql`select config ->> 'hash' as hash from identity.credentials where identity_id = ${id}`
      )
    )[0]?.hash
  expect(await hashOf()).toContain('t=1')
  expect((await new Browser(strict).signIn(email)).status).toBe(200)
  expect(await hashOf()).toContain('t=2')
  expect((await new Browser(strict).signIn(email)).status).toBe(200)
})

test('refuses a sign-in when the password changes during the comparison', async () => {
  const { id, email } = await createTestAccount(service)
  const { passwords } = service
  const verify = async (hash: string, typed: string) => {
    await savePassword(service, db, id, await passwords.hash('another password by now'))
    return passwords.verify(hash, typed)
  }
  const browser = new Browser({ ...service, passwords: { ...passwords, verify } })
  expect(readMessageIds(await readShownFlow(await browser.signIn(email)))).toEqual([4000006])
  expect(browser.session).toBeUndefined()
})

test('ends a session at its expiry', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  for (const ms of [11, 11, 2].map((hours) => hours * 3_600_000 - 1)) {
    service.pass(ms)
    expect((await browser.whoami()).status).toBe(200)
  }
  service.pass(2)
  service.pass(1)
  expect(await describeRefusal(await browser.whoami())).toBe('401')
})

test('ends the session at sign-out and redirects to an allowed address', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  const { logout_url } = (await (await browser.send('/self-service/logout/browser?return_to=/login')).json()) as Out
  const cookie = browser.session
  const answer = await browser.send(logout_url.replace(`${IDENTITY_ORIGIN}/api/.ory`, ''), {}, html)
  expect(location(answer)).toEqual([303, `${IDENTITY_ORIGIN}/login`])
  expect(browser.session).toBeUndefined()
  browser.cookies.set('ory_kratos_session', cookie ?? '')
  expect((await browser.whoami()).status).toBe(401)
})
type Out = { logout_url: string; logout_token: string }

test('lists and ends other sessions, but not this one', async () => {
  const { email } = await createTestAccount(service)
  const [here, there, elsewhere] = [new Browser(service), new Browser(service), new Browser(service)]
  for (const browser of [here, there, elsewhere]) await browser.signIn(email)
  const list = async () => (await (await here.send('/sessions')).json()) as { id: string }[]
  const own = ((await (await here.whoami()).json()) as { id: string }).id
  const others = await list()
  expect(others).toHaveLength(2)
  expect(others.map(({ id }) => id)).not.toContain(own)
  expect(await describeRefusal(await here.send(`/sessions/${own}`, { method: 'DELETE' }))).toBe('400')
  const theirs = ((await (await there.whoami()).json()) as { id: string }).id
  expect((await here.send(`/sessions/${theirs}`, { method: 'DELETE' })).status).toBe(204)
  expect((await there.whoami()).status).toBe(401)
  expect(await (await here.send('/sessions', { method: 'DELETE' })).json()).toEqual({ count: 1 })
  expect((await elsewhere.whoami()).status).toBe(401)
  expect(await list()).toEqual([])
  expect((await here.whoami()).status).toBe(200)
})

test('writes an audit log without typed values', async () => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service, { address: '192.0.2.44' })
  await browser.signIn(email, 'a-wrong-password')
  await browser.signIn(email)
  const rows = await db.query(
    sql`select event, client, details from identity.audit where identity_id = ${id} order by id`
  )
  expect(rows).toEqual([
    { event: 'login.failed', client: '192.0.2.44', details: {} },
    { event: 'login.succeeded', client: '192.0.2.44', details: { method: 'password' } },
  ])
})

test('stores only the hash of a session token', async () => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  const rows = await db.query(sql`select token_hash from identity.sessions where identity_id = ${id}`)
  expect(rows).toEqual([
    {
      token_hash: createHash('sha256')
        .update(browser.session ?? '')
        .digest('hex'),
    },
  ])
  expect(Buffer.from(browser.session ?? '', 'base64url').length).toBe(32)
})
