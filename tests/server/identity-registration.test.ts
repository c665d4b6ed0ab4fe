import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  readShownFlow,
  readMessageIds,
  readInputNames,
  IDENTITY_ORIGIN,
  describeRefusal,
  type ShownFlow,
  testService,
} from '../helpers/identity'

// Registration by users, where it is enabled.

const db = await testDatabase()
const closed = await testService(db)
const service = await testService(db, { registration: true })
const PASSWORD = 'one battery, two horses'
const MINUTE_MS = 60_000

let count = 0
let browser: Browser
let email: string
beforeEach(() => {
  service.pass(61 * MINUTE_MS)
  browser = new Browser(service)
  email = `new-${count++}@shop.example`
})

const form = (more: object = {}, traits: object = {}) => ({
  method: 'password',
  password: PASSWORD,
  traits: { email, name: { first: 'Grace', last: 'Hopper' }, ...traits },
  ...more,
})
const begin = () => browser.begin('registration')
const signUp = async (body: Record<string, unknown> = form(), by = browser) =>
  by.submit('registration', await by.begin('registration'), body)
const faults = ({ ui }: ShownFlow) =>
  ui.nodes.flatMap(({ attributes, messages }) => messages.map((one) => `${attributes.name} ${one.id}`))
const identitiesOf = (address: string) =>
  db.query(sql`select i.* from identity.identities i where lower(traits ->> 'email') = ${address}`)

describe('abuse 45: where registration is disabled', () => {
  test.each([
    ['to begin', (by: Browser) => by.send('/self-service/registration/browser')],
    ['to read', (by: Browser) => by.send('/self-service/registration/flows?id=9b2f7a5e-4f57-4a2c-8f0e-3f5a0f3e9a11')],
    ['to submit', (by: Browser) => by.post('/self-service/registration?flow=x', form())],
  ])('%s is refused', async (_name, act) => {
    expect(await describeRefusal(await act(new Browser(closed)))).toBe('400 self_service_flow_disabled')
  })

  test('refuses a form from when it was enabled', async () => {
    const flow = await begin()
    const later = new Browser(closed)
    for (const [name, value] of browser.cookies) later.cookies.set(name, value)
    expect(await describeRefusal(await later.submit('registration', flow, form()))).toBe(
      '400 self_service_flow_disabled'
    )
    expect(await identitiesOf(email)).toEqual([])
  })
})

test('signs in a new account, creates its person and sends a code to the address', async () => {
  const flow = await browser.begin('registration', '?return_to=/health')
  expect(readInputNames(flow)).toEqual([
    'csrf_token',
    'traits.email',
    'traits.name.first',
    'traits.name.last',
    'password',
    'method',
  ])
  const answer = await browser.submit('registration', flow, form())
  expect(answer.status).toBe(200)
  const body = await answer.json()
  expect(body).toMatchObject({
    identity: { state: 'active', traits: { email, name: { first: 'Grace', last: 'Hopper' } } },
    session: { active: true, authentication_methods: [{ method: 'password' }] },
    continue_with: [
      { action: 'show_verification_ui', flow: { verifiable_address: email } },
      { action: 'redirect_browser_to', redirect_browser_to: `${IDENTITY_ORIGIN}/health` },
    ],
  })
  expect((await browser.whoami()).status).toBe(200)
  const [person] = await db.query(sql`select name, email from people where id = ${body.identity.id}`)
  expect(person).toEqual({ name: 'Grace Hopper', email })
  const roles = await db.query(sql`select from casbin_rule where v0 = ${body.identity.id}`)
  expect(roles).toEqual([])

  const [mail] = await db.query<{ body: string }>(sql`
    select body from identity.courier_messages where recipient = ${email} and template = 'verification_code'`)
  const verify = await readShownFlow(
    await browser.send(`/self-service/verification/flows?id=${body.continue_with[0].flow.id}`)
  )
  const code = mail?.body.match(/code: (\d{6})/)?.[1]
  const passed = await readShownFlow(await browser.submit('verification', verify, { method: 'code', code }))
  expect([passed.state, passed.ui.action]).toEqual(['passed_challenge', `${IDENTITY_ORIGIN}/health`])
})

test('accepts the password', async () => {
  await signUp()
  expect((await new Browser(service).signIn(email, PASSWORD)).status).toBe(200)
})

test.each([
  ['no address', () => form({}, { email: '' }), ['traits.email 4000002']],
  ['an invalid address', () => form({}, { email: 'ada' }), ['traits.email 4000040']],
  ['no password', () => form({ password: '' }), ['password 4000002']],
  ['a short password', () => form({ password: 'zu7-kQ2' }), ['password 4000032']],
  ['a common password', () => form({ password: 'Password123' }), ['password 4000034']],
  ['the address as password', () => form({ password: email }), ['password 4000031']],
  [
    'two errors',
    () => form({ password: 'x' }, { name: { first: 'a\nb' } }),
    ['traits.name.first 4000004', 'password 4000032'],
  ],
])('shows %s at its field', async (_name, body, expected) => {
  const answer = await signUp(body())
  expect(answer.status).toBe(400)
  expect(faults(await readShownFlow(answer))).toEqual(expected)
  expect(await identitiesOf(email)).toEqual([])
})

test('keeps the typed values except the password', async () => {
  const answer = await readShownFlow(await signUp(form({ password: 'short' })))
  const values = answer.ui.nodes.map(({ attributes }) => attributes.value)
  expect(values.slice(1)).toEqual([email, 'Grace', 'Hopper', undefined, 'password'])
})

test('refuses any other method', async () => {
  expect(readMessageIds(await readShownFlow(await signUp(form({ method: 'oidc' }))))).toEqual([4010003])
})

test('redirects signed-in users', async () => {
  await signUp()
  expect(await describeRefusal(await browser.send('/self-service/registration/browser'))).toBe(
    '400 session_already_available'
  )
})

test('replaces an expired form with a message', async () => {
  const flow = await begin()
  service.pass(11 * MINUTE_MS)
  const answer = await browser.submit('registration', flow, form())
  const { use_flow_id } = await answer.clone().json()
  expect(await describeRefusal(answer)).toBe('410 self_service_flow_expired')
  const next = await readShownFlow(await browser.send(`/self-service/registration/flows?id=${use_flow_id}`))
  expect(readMessageIds(next)).toEqual([4040001])
})

test.each([
  ['traits.role', { traits: { role: 'admin' } }],
  ['traits.groups', { traits: { groups: ['admin'] } }],
  ['state', { state: 'active' }],
  ['metadata_public', { metadata_public: { admin: true } }],
  ['id', { id: '9b2f7a5e-4f57-4a2c-8f0e-3f5a0f3e9a11' }],
])('abuse 29: refuses %s in a registration and creates no account', async (_name, extra) => {
  const { traits, ...more }: { traits?: object } & object = extra
  expect((await signUp(form(more, traits))).status).toBe(400)
  expect(await identitiesOf(email)).toEqual([])
})

test.each([
  ['other letter case', (address: string) => address.toUpperCase()],
  ['surrounding spaces', (address: string) => `  ${address}\t`],
  ['full-width letters', (address: string) => address.replace('new', 'ｎｅｗ').replace('@', '＠')],
])('abuse 30: treats the same address in %s as the same account', async (_name, write) => {
  await signUp()
  const answer = await signUp(form({}, { email: write(email) }), new Browser(service))
  expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, 4000007])
  expect(await identitiesOf(email)).toHaveLength(1)
  expect((await new Browser(service).signIn(write(email), PASSWORD)).status).toBe(200)
})

test('abuse 31: creates one account for parallel registrations of one address', async () => {
  const browsers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const by = new Browser(service)
      return { by, flow: await by.begin('registration') }
    })
  )
  const answers = await Promise.all(browsers.map(({ by, flow }) => by.submit('registration', flow, form())))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(400)])
  expect(await identitiesOf(email)).toHaveLength(1)
})

test('creates one account per form, whatever the second submission contains', async () => {
  const flow = await begin()
  const bodies = [form(), form({}, { email: `second-${email}` })]
  const answers = await Promise.all(bodies.map((body) => browser.submit('registration', flow, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect([...(await identitiesOf(email)), ...(await identitiesOf(`second-${email}`))]).toHaveLength(1)
})

test('does not take over an existing person without an account', async () => {
  await db.run(sql`insert into people (name, email) values ('Known', ${email})`)
  expect(readMessageIds(await readShownFlow(await signUp()))).toEqual([4000007])
  expect(await identitiesOf(email)).toEqual([])
})

test('allows ten registrations per hour from one client', async () => {
  const from = () => new Browser(service, { address: '192.0.2.7' })
  const { email: taken } = await createTestAccount(service)
  for (let made = 0; made < 10; made++) expect((await signUp(form({}, { email: taken }), from())).status).toBe(400)
  expect((await signUp(form(), from())).status).toBe(429)
})
