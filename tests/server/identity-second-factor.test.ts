import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  readShownFlow,
  readMessageIds,
  readInputNames,
  IDENTITY_ORIGIN,
  PASSWORD,
  describeRefusal,
  testService,
  readCsrfToken,
} from '../helpers/identity'

// The second step of signing in.

const db = await testDatabase()
const service = await testService(db)

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const STEP_MS = 30_000
const app = new TOTP({ secret: Secret.fromBase32(SECRET) })
/** The authenticator's code, a number of steps from now. */
const code = (steps = 0) => app.generate({ timestamp: service.now().getTime() + steps * STEP_MS })

/** A browser that has passed the first step. */
async function halfWay(parts: Parameters<typeof createTestAccount>[1] = { totp: SECRET }) {
  const { id, email } = await createTestAccount(service, parts)
  const browser = new Browser(service)
  await browser.signIn(email)
  return { id, email, browser }
}

/** Submits a second factor with a new form. */
async function prove(browser: Browser, body: Record<string, unknown>): Promise<Response> {
  return browser.submit('login', await browser.begin('login', '?aal=aal2'), body)
}
const totp = (typed: string) => ({ method: 'totp', totp_code: typed })
const backup = (typed: string) => ({ method: 'lookup_secret', lookup_secret: typed })

test('completes the session with an authenticator code, under a new cookie', async () => {
  const { browser } = await halfWay()
  const flow = await browser.begin('login', '?aal=aal2&return_to=/health')
  expect(readMessageIds(flow)).toEqual([1010004])
  expect(readInputNames(flow)).toEqual(['csrf_token', 'totp_code', 'method'])
  const answer = await browser.submit('login', flow, totp(code()))
  expect(await answer.json()).toMatchObject({
    session: {
      authenticator_assurance_level: 'aal2',
      authentication_methods: [
        { method: 'password', aal: 'aal1' },
        { method: 'totp', aal: 'aal2' },
      ],
    },
    continue_with: [{ redirect_browser_to: `${IDENTITY_ORIGIN}/health` }],
  })
  expect((await browser.whoami()).status).toBe(200)
  expect(await describeRefusal(await browser.send('/self-service/login/browser?aal=aal2'))).toBe(
    '400 session_already_available'
  )
})

test('accepts a backup code in any notation', async () => {
  const { browser } = await halfWay({ backupCodes: ['abcd1234', 'efgh5678'] })
  expect(readInputNames(await browser.begin('login', '?aal=aal2'))).toEqual(['csrf_token', 'lookup_secret', 'method'])
  expect((await prove(browser, backup(' ABCD-1234 '))).status).toBe(200)
  expect((await browser.whoami()).status).toBe(200)
})

test('keeps a session complete when the password is confirmed', async () => {
  const { browser, email } = await halfWay()
  await prove(browser, totp(code()))
  const answer = await browser.signIn(email, PASSWORD, '?refresh=true')
  expect(await answer.json()).toMatchObject({ session: { authenticator_assurance_level: 'aal2' } })
})

test('redirects from the password to the second form without scripts', async () => {
  const { email } = await createTestAccount(service, { totp: SECRET })
  const browser = new Browser(service)
  const flow = await browser.begin('login', '?return_to=/health')
  const body = { method: 'password', identifier: email, password: PASSWORD, csrf_token: readCsrfToken(flow) }
  const answer = await browser.post(`/self-service/login?flow=${flow.id}`, new URLSearchParams(body).toString(), {
    Accept: 'text/html',
    'Content-Type': 'application/x-www-form-urlencoded',
  })
  const there = answer.headers.get('Location') ?? ''
  expect([answer.status, there.split('?')[0]]).toEqual([303, `${IDENTITY_ORIGIN}/api/.ory/self-service/login/browser`])
  const next = await browser.send(there.replace(`${IDENTITY_ORIGIN}/api/.ory`, ''), {}, { Accept: 'text/html' })
  expect(next.headers.get('Location')).toMatch(/^http:\/\/localhost:3000\/login\?flow=/)
})

test.each([
  ['a wrong code', totp('000000'), [4000008]],
  ['an invalid code', totp('12 34'), [4000008]],
  ['an unknown backup code', backup('abcd1234'), [4000014]],
  ['a password', { method: 'password', identifier: 'x', password: PASSWORD }, [4010002]],
  ['an empty code', totp(''), []],
])('refuses %s as a second factor', async (_name, body, messages) => {
  const { browser } = await halfWay()
  const before = browser.session
  const answer = await prove(browser, body)
  expect(answer.status).toBe(400)
  expect(readMessageIds(await readShownFlow(answer))).toEqual(messages)
  expect(await describeRefusal(await browser.whoami())).toBe('403 session_aal2_required')
  expect(browser.session).toBe(before)
})

test('binds the second factor to the user of the first step', async () => {
  const one = await halfWay()
  const two = await createTestAccount(service)
  const flow = await one.browser.begin('login', '?aal=aal2')
  await one.browser.signIn(two.email, PASSWORD, '?refresh=true')
  // A session of another user has other anti-CSRF cookies.
  expect(await describeRefusal(await one.browser.submit('login', flow, totp(code())))).toBe(
    '403 security_csrf_violation'
  )

  const later = await halfWay()
  const open = await later.browser.begin('login', '?aal=aal2')
  const other = new Browser(service)
  await other.signIn(two.email)
  later.browser.cookies.set('ory_kratos_session', other.session ?? '')
  expect(await describeRefusal(await later.browser.submit('login', open, totp(code())))).toBe(
    '403 security_identity_mismatch'
  )
})

test('abuse 18: accepts a code once, and no older ones', async () => {
  const { browser, email } = await halfWay()
  const now = code()
  const before = code(-1)
  expect((await prove(browser, totp(now))).status).toBe(200)
  for (const used of [now, before]) {
    const again = new Browser(service)
    await again.signIn(email)
    expect(readMessageIds(await readShownFlow(await prove(again, totp(used))))).toEqual([4000008])
  }
  service.pass(STEP_MS)
  const later = new Browser(service)
  await later.signIn(email)
  expect((await prove(later, totp(code()))).status).toBe(200)
})

test('abuse 18: accepts one of two parallel uses of a code', async () => {
  const { browser, email } = await halfWay()
  const other = new Browser(service)
  await other.signIn(email)
  const flows = [await browser.begin('login', '?aal=aal2'), await other.begin('login', '?aal=aal2')] as const
  const answers = await Promise.all([
    browser.submit('login', flows[0], totp(code())),
    other.submit('login', flows[1], totp(code())),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('abuse 19: limits guesses to ten per quarter of an hour', async () => {
  const { browser, email } = await halfWay({ totp: SECRET, backupCodes: ['abcd1234'] })
  for (let guess = 0; guess < 10; guess++) {
    // From any client and by any method: the limit is per account.
    const guesser = guess % 2 ? new Browser(service) : browser
    if (guesser !== browser) await guesser.signIn(email)
    expect((await prove(guesser, guess % 3 ? totp('000000') : backup('zzzz9999'))).status).toBe(400)
  }
  const refused = await prove(browser, totp(code()))
  expect(refused.headers.get('Retry-After')).toBe('900')
  expect(await describeRefusal(refused)).toBe('429')
  service.pass(15 * 60_000 + 1)
  const again = new Browser(service)
  await again.signIn(email)
  expect((await prove(again, totp(code()))).status).toBe(200)
})

test('abuse 19: counts parallel guesses', async () => {
  const { browser } = await halfWay()
  const flow = await browser.begin('login', '?aal=aal2')
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.submit('login', flow, totp('000000'))))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

test('abuse 20: accepts a backup code once', async () => {
  const codes = ['abcd1234', 'efgh5678']
  const { browser, email } = await halfWay({ backupCodes: codes })
  expect((await prove(browser, backup('abcd1234'))).status).toBe(200)
  const again = new Browser(service)
  await again.signIn(email)
  expect(readMessageIds(await readShownFlow(await prove(again, backup('abcd1234'))))).toEqual([4000012])
  expect(readMessageIds(await readShownFlow(await prove(again, backup('abcd9999'))))).toEqual([4000016])

  const other = new Browser(service)
  await other.signIn(email)
  const flows = [await again.begin('login', '?aal=aal2'), await other.begin('login', '?aal=aal2')] as const
  const answers = await Promise.all([
    again.submit('login', flows[0], backup('efgh5678')),
    other.submit('login', flows[1], backup('efgh5678')),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('abuse 24: voids the cookie of the first step after the second', async () => {
  const { browser } = await halfWay()
  const half = browser.session ?? ''
  await prove(browser, totp(code()))
  const whole = browser.session
  expect(whole).not.toBe(half)
  browser.cookies.set('ory_kratos_session', half)
  expect(await describeRefusal(await browser.whoami())).toBe('401')
})

test('stores secrets of second factors encrypted, for one account only', async () => {
  const { id } = await halfWay({ totp: SECRET, backupCodes: ['abcd1234'] })
  const [{ all } = { all: '' }] = await db.query<{ all: string }>(
    sql`select string_agg(config::text, ' ') as all from identity.credentials where identity_id = ${id}`
  )
  expect(all).toContain('sealed')
  expect(all).not.toMatch(/JBSWY3DP|abcd1234/)

  const thief = await createTestAccount(service)
  await db.run(sql`
    insert into identity.credentials (identity_id, type, config, created_at, updated_at)
    select ${thief.id}, type, config, now(), now() from identity.credentials
    where identity_id = ${id} and type = 'totp'`)
  const browser = new Browser(service)
  await browser.signIn(thief.email)
  expect(await describeRefusal(await prove(browser, totp(code())))).toBe('500')
})
