import { Secret, TOTP } from 'otpauth'
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
  PASSWORD,
  describeRefusal,
  type ShownFlow,
  testService,
} from '../helpers/identity'

// Changes of the own account.

const db = await testDatabase()
const service = await testService(db)
const MINUTE_MS = 60_000
const NEW_PASSWORD = 'another battery, another horse'

let email: string
let id: string
let browser: Browser

/** A browser in which the account is signed in. */
async function signedIn(password = PASSWORD, address = email): Promise<Browser> {
  const next = new Browser(service)
  expect((await next.signIn(address, password)).status).toBe(200)
  return next
}

beforeEach(async () => {
  // A new step of the authenticator app, with reset rate limits.
  service.pass(60 * MINUTE_MS)
  ;({ id, email } = await createTestAccount(service))
  browser = await signedIn()
})

const settings = () => browser.begin('settings')
const change = async (body: Record<string, unknown>, flow?: ShownFlow) =>
  browser.submit('settings', flow ?? (await settings()), body)

/** Field messages of a flow: name and id. */
const faults = ({ ui }: ShownFlow) =>
  ui.nodes.flatMap(({ attributes, messages }) => messages.map((one) => `${attributes.name} ${one.id}`))

const mails = async () =>
  (
    await db.query<{ recipient: string; template: string }>(
      sql`select recipient, template from identity.courier_messages order by created_at`
    )
  ).map(({ recipient, template }) => `${template} to ${recipient}`)

const events = async () =>
  (await db.query<{ event: string }>(sql`select event from identity.audit where identity_id = ${id} order by id`)).map(
    ({ event }) => event
  )

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.now().getTime() })

/** The secret that the page shows next to the QR code. */
function secretOf(flow: ShownFlow): string {
  const node = flow.ui.nodes.find(({ attributes }) => attributes['id'] === 'totp_secret_key')
  return String((node?.attributes['text'] as { context?: { secret?: string } } | undefined)?.context?.secret)
}

/** The backup codes that a page shows: the usable ones, and `used`. */
function codesOf(flow: ShownFlow): string[] {
  const node = flow.ui.nodes.find(({ attributes }) => attributes['id'] === 'lookup_secret_codes')
  const text = node?.attributes['text'] as
    { context: { secrets: { id: number; context: { secret?: string } }[] } } | undefined
  return (text?.context.secrets ?? []).map(({ context }) => context.secret ?? 'used')
}

async function setUpTotp(): Promise<string> {
  const flow = await settings()
  const secret = secretOf(flow)
  expect((await change({ method: 'totp', totp_code: codeOf(secret) }, flow)).status).toBe(200)
  return secret
}

async function setUpBackupCodes(): Promise<string[]> {
  const flow = await readShownFlow(await change({ method: 'lookup_secret', lookup_secret_regenerate: true }))
  expect((await change({ method: 'lookup_secret', lookup_secret_confirm: true }, flow)).status).toBe(200)
  return codesOf(flow)
}

const storedIdentity = () =>
  db.query(sql`select traits, state, metadata_public from identity.identities where id = ${id}`)

const named = (first: string, last: string) => ({ method: 'profile', traits: { email, name: { first, last } } })

const address = (next: string) => ({
  method: 'profile',
  traits: { email: next, name: { first: 'Ada', last: 'Holm' } },
})

const set = (password: string) => ({ method: 'password', password })

const credentials = async () => [
  await db.query(sql`select type, config from identity.credentials where identity_id = ${id} order by type`),
  await db.query(sql`select traits from identity.identities where id = ${id}`),
]

describe('the page', () => {
  test('has a form for each section, filled in', async () => {
    const flow = await settings()
    expect(flow).toMatchObject({ state: 'show_form', type: 'browser', identity: { id, traits: { email } } })
    expect(flow.ui).toMatchObject({
      method: 'POST',
      action: `${IDENTITY_ORIGIN}/api/.ory/self-service/settings?flow=${flow.id}`,
    })
    expect(new Set(flow.ui.nodes.map(({ group }) => group))).toEqual(
      new Set(['default', 'profile', 'password', 'lookup_secret', 'webauthn', 'totp'])
    )
    expect(flow.ui.nodes.find(({ attributes }) => attributes.name === 'traits.email')?.attributes.value).toBe(email)
  })

  test('is unchanged after a reload', async () => {
    const flow = await settings()
    const again = await readShownFlow(await browser.send(`/self-service/settings/flows?id=${flow.id}`))
    expect(again.id).toBe(flow.id)
    expect(secretOf(again)).toBe(secretOf(flow))
  })

  test('requires sign-in', async () => {
    const stranger = new Browser(service)
    expect(await describeRefusal(await stranger.send('/self-service/settings/browser'))).toBe('401 session_inactive')
    const flow = await settings()
    expect(await describeRefusal(await stranger.send(`/self-service/settings/flows?id=${flow.id}`))).toBe('401')
    expect(await describeRefusal(await stranger.submit('settings', flow, { method: 'profile' }))).toBe('401')
  })

  test('shows errors to a browser without scripts', async () => {
    const links = { Accept: 'text/html' }
    const begun = await browser.send('/self-service/settings/browser', {}, links)
    const page = new URL(begun.headers.get('Location') ?? '')
    expect([begun.status, page.origin + page.pathname]).toEqual([303, `${IDENTITY_ORIGIN}/profile-settings`])
    const flow = await readShownFlow(
      await browser.send(`/self-service/settings/flows?id=${page.searchParams.get('flow')}`)
    )
    const token = flow.ui.nodes[0]?.attributes.value ?? ''
    const form = new URLSearchParams({ csrf_token: token, method: 'password', password: 'short' }).toString()
    const sent = await browser.post(`/self-service/settings?flow=${flow.id}`, form, {
      ...links,
      'Content-Type': 'application/x-www-form-urlencoded',
    })
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, page.href])
    const shown = await readShownFlow(await browser.send(`/self-service/settings/flows?id=${flow.id}`))
    expect(faults(shown)).toEqual(['password 4000032'])
  })

  test('is replaced with a message after it expires', async () => {
    const flow = await settings()
    service.pass(61 * MINUTE_MS)
    const answer = await change({ method: 'profile', traits: { email } }, flow)
    const body = await answer.clone().json()
    expect(await describeRefusal(answer)).toBe('410 self_service_flow_expired')
    const next = await readShownFlow(await browser.send(`/self-service/settings/flows?id=${body.use_flow_id}`))
    expect(readMessageIds(next)).toEqual([4050001])
    expect(await describeRefusal(await browser.send(`/self-service/settings/flows?id=${flow.id}`))).toBe('410')
  })

  test.each(['', 'oidc', 'constructor'])('refuses the method %j', async (method) => {
    const answer = await change({ method })
    expect(answer.status).toBe(400)
    expect(readMessageIds(await readShownFlow(answer))).toEqual([4010004])
  })
})

describe('name', () => {
  test('saves a change, also for the person', async () => {
    const answer = await change(named('Grace', 'Hopper'))
    expect(answer.status).toBe(200)
    const body = await answer.json()
    expect(body).toMatchObject({
      state: 'success',
      active: 'profile',
      identity: { traits: { email, name: { first: 'Grace', last: 'Hopper' } } },
      ui: { messages: [{ id: 1050001, type: 'success' }] },
      continue_with: [
        { action: 'redirect_browser_to', redirect_browser_to: `${IDENTITY_ORIGIN}/profile-settings?flow=${body.id}` },
      ],
    })
    const [person] = await db.query(sql`select name, email from people where id = ${id}`)
    expect(person).toEqual({ name: 'Grace Hopper', email })
  })

  test('accepts dotted names', async () => {
    const answer = await change({ method: 'profile', 'traits.email': email, 'traits.name.first': 'Grace' })
    expect(await answer.json()).toMatchObject({ identity: { traits: { name: { first: 'Grace', last: '' } } } })
  })

  test('requires no recent authentication', async () => {
    service.pass(16 * MINUTE_MS)
    expect((await change(named('Grace', 'Hopper'))).status).toBe(200)
  })

  test('redirects to the requested address', async () => {
    const flow = await browser.begin('settings', '?return_to=/health')
    const answer = await change(named('Grace', 'Hopper'), flow)
    expect(await answer.json()).toMatchObject({ continue_with: [{ redirect_browser_to: `${IDENTITY_ORIGIN}/health` }] })
  })

  test('refuses invalid names', async () => {
    const answer = await change(named('Grace\r\nBcc: eve@example.org', 'x'.repeat(101)))
    expect(answer.status).toBe(400)
    expect(faults(await readShownFlow(answer))).toEqual(['traits.name.first 4000004', 'traits.name.last 4000017'])
  })

  test.each([
    ['traits.role', { traits: { role: 'admin' } }],
    ['traits.groups', { traits: { groups: ['admin'] } }],
    ['state', { state: 'inactive' }],
    ['metadata_public', { metadata_public: { admin: true } }],
  ])('abuse 29: refuses %s in a profile and does not store it', async (_name, extra) => {
    const before = await storedIdentity()
    const { traits, ...rest }: { traits?: object } & object = extra
    const answer = await change({ method: 'profile', traits: { email, name: { first: 'X' }, ...traits }, ...rest })
    expect(answer.status).toBe(400)
    expect(await storedIdentity()).toEqual(before)
  })
})

describe('address', () => {
  test('ends other sessions and notifies the old address at a change', async () => {
    const other = await signedIn()
    const before = browser.session
    const next = `new-${email}`
    expect((await change(address(next.toUpperCase()))).status).toBe(200)
    expect(browser.session).not.toBe(before)
    expect((await browser.whoami()).status).toBe(200)
    expect((await other.whoami()).status).toBe(401)
    expect(await mails()).toContain(`email_changed to ${email}`)
    expect(await events()).toContain('email.changed')
    expect((await new Browser(service).signIn(email)).status).toBe(400)
    const body = await (await signedIn(PASSWORD, next)).whoami()
    expect(await body.json()).toMatchObject({
      identity: {
        verifiable_addresses: [{ value: next, verified: false, status: 'sent' }],
        recovery_addresses: [{ value: next }],
      },
    })
  })

  test('sends a verification code to the new one', async () => {
    const next = `new-${email}`
    const { continue_with } = await (await change(address(next))).json()
    expect(continue_with).toMatchObject([
      { action: 'show_verification_ui', flow: { verifiable_address: next } },
      { action: 'redirect_browser_to' },
    ])
    const flow = await readShownFlow(
      await browser.send(`/self-service/verification/flows?id=${continue_with[0].flow.id}`)
    )
    const [mail] = await db.query<{ body: string }>(sql`
      select body from identity.courier_messages where recipient = ${next} and template = 'verification_code'`)
    const code = mail?.body.match(/code: (\d{6})/)?.[1]
    const passed = await readShownFlow(await browser.submit('verification', flow, { method: 'code', code }))
    expect([passed.state, passed.ui.action]).toEqual(['passed_challenge', `${IDENTITY_ORIGIN}/profile-settings`])
  })

  test('allows ten changes per hour', async () => {
    const flow = await settings()
    const statuses: number[] = []
    for (let count = 0; count < 11; count++) {
      statuses.push((await change(address(`${count}-${email}`), flow)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  test('refuses the address of another account', async () => {
    const other = await createTestAccount(service)
    const answer = await change(address(` ${other.email.toUpperCase()}`))
    expect(answer.status).toBe(400)
    expect(readMessageIds(await readShownFlow(answer))).toEqual([4000007])
    expect(await events()).not.toContain('email.changed')
  })

  test('refuses the address of a person without an account', async () => {
    const taken = `taken-${email}`
    await db.run(sql`insert into people (name, email) values ('Taken', ${taken})`)
    expect(readMessageIds(await readShownFlow(await change(address(taken))))).toEqual([4000007])
    expect((await new Browser(service).signIn(email)).status).toBe(200)
  })
})

describe('password', () => {
  test('abuse 25: ends other sessions at a change, and rotates the token of this one', async () => {
    const other = await signedIn()
    const before = browser.session
    expect((await change(set(NEW_PASSWORD))).status).toBe(200)
    expect(browser.session).not.toBe(before)
    expect((await browser.whoami()).status).toBe(200)
    expect((await other.whoami()).status).toBe(401)
    const thief = new Browser(service)
    thief.cookies.set('ory_kratos_session', before ?? '')
    expect((await thief.whoami()).status).toBe(401)
  })

  test('accepts the new one and refuses the old one', async () => {
    await change(set(NEW_PASSWORD))
    expect((await new Browser(service).signIn(email, NEW_PASSWORD)).status).toBe(200)
    expect((await new Browser(service).signIn(email)).status).toBe(400)
    expect(await mails()).toContain(`password_changed to ${email}`)
    expect(await events()).toContain('password.changed')
  })

  test.each([
    ['nothing', '', 4000002],
    ['a short one', 'zu7-kQ2', 4000032],
    ['an overlong one', 'x'.repeat(257), 4000033],
    ['a common one', 'Summer2026!', 4000034],
    ['the old one', PASSWORD, 4000039],
  ])('refuses %s', async (_name, password, messageId) => {
    const answer = await change(set(password))
    expect(answer.status).toBe(400)
    const flow = await readShownFlow(answer)
    expect([flow.state, ...faults(flow)]).toEqual(['show_form', `password ${messageId}`])
    expect(await events()).not.toContain('password.changed')
  })

  test('refuses the own address', async () => {
    expect(faults(await readShownFlow(await change(set(email))))).toEqual(['password 4000031'])
  })

  test('removes an error from the page after the next change', async () => {
    const flow = await readShownFlow(await change(set('short')))
    expect(faults(await readShownFlow(await change(set(NEW_PASSWORD), flow)))).toEqual([])
  })
})

describe('authenticator app', () => {
  test('is set up with the right code, which upgrades this session', async () => {
    await setUpTotp()
    expect(await (await browser.whoami()).json()).toMatchObject({
      authenticator_assurance_level: 'aal2',
      authentication_methods: [{ method: 'password' }, { method: 'totp' }],
    })
    expect(await events()).toContain('second-factor.added')
    const flow = await settings()
    expect(readInputNames(flow)).toContain('totp_unlink')
    expect(readInputNames(flow)).not.toContain('totp_code')
  })

  test('is required from other sessions', async () => {
    const other = await signedIn()
    const flow = await other.begin('settings')
    await setUpTotp()
    const password = { method: 'password', password: NEW_PASSWORD }
    for (const answer of [
      await other.whoami(),
      await other.send('/self-service/settings/browser'),
      await other.send(`/self-service/settings/flows?id=${flow.id}`),
      await other.submit('settings', flow, password),
    ]) {
      expect(await describeRefusal(answer)).toBe('403 session_aal2_required')
    }
    expect(await events()).not.toContain('password.changed')
  })

  test('refuses the setup code for sign-in', async () => {
    const flow = await settings()
    const secret = secretOf(flow)
    await change({ method: 'totp', totp_code: codeOf(secret) }, flow)
    const other = new Browser(service)
    await other.signIn(email)
    const second = await other.begin('login', '?aal=aal2')
    const answer = await other.submit('login', second, { method: 'totp', totp_code: codeOf(secret) })
    expect(readMessageIds(await readShownFlow(answer))).toEqual([4000008])
  })

  test.each([
    ['a wrong code', '000000', 4000008],
    ['no code', '', 4000002],
  ])('is not set up with %s', async (_name, totp_code, messageId) => {
    const flow = await settings()
    const wrong = codeOf(secretOf(flow)) === totp_code ? '000001' : totp_code
    const answer = await change({ method: 'totp', totp_code: wrong }, flow)
    expect(answer.status).toBe(400)
    const shown = await readShownFlow(answer)
    expect(faults(shown)).toEqual([`totp_code ${messageId}`])
    expect(secretOf(shown)).toBe(secretOf(flow))
    expect(await events()).not.toContain('second-factor.added')
  })

  test('never shows the secret again, and stores it encrypted', async () => {
    const flow = await settings()
    const secret = secretOf(flow)
    const [kept] = await db.query(sql`select context from identity.flows where id = ${flow.id}`)
    expect(JSON.stringify(kept)).not.toContain(secret)
    await change({ method: 'totp', totp_code: codeOf(secret) }, flow)
    const again = await browser.send(`/self-service/settings/flows?id=${flow.id}`)
    expect(await again.text()).not.toContain(secret)
    const [credential] = await db.query(sql`select config from identity.credentials where type = 'totp' limit 1`)
    expect(JSON.stringify(credential)).not.toContain(secret)
  })

  test('refuses a second one', async () => {
    const flow = await settings()
    const secret = secretOf(flow)
    await setUpTotp()
    const answer = await change({ method: 'totp', totp_code: codeOf(secret) }, flow)
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, 4000001])
  })

  test('ends other sessions, notifies the owner and offers another secret when removed', async () => {
    const secret = await setUpTotp()
    const flow = await settings()
    const answer = await readShownFlow(await change({ totp_unlink: 'true' }, flow))
    expect(answer.state).toBe('success')
    expect(secretOf(answer)).not.toBe(secret)
    expect(await mails()).toContain(`second_factor_removed to ${email}`)
    expect(await events()).toContain('second-factor.removed')
    expect((await new Browser(service).signIn(email)).status).toBe(200)
  })
})

describe('backup codes', () => {
  test('activates twelve new ones when confirmed', async () => {
    const offered = await readShownFlow(await change({ lookup_secret_regenerate: 'true' }))
    expect(offered.state).toBe('show_form')
    expect(new Set(codesOf(offered)).size).toBe(12)
    expect(readInputNames(offered)).toContain('lookup_secret_confirm')
    expect((await new Browser(service).signIn(email)).status).toBe(200)

    const confirmed = await readShownFlow(await change({ lookup_secret_confirm: 'true' }, offered))
    expect([confirmed.state, ...readMessageIds(confirmed)]).toEqual(['success', 1050001])
    expect(codesOf(confirmed)).toEqual([])
    const other = new Browser(service)
    expect(await describeRefusal(await other.signIn(email))).toBe('422 browser_location_change_required')
    const second = await other.begin('login', '?aal=aal2')
    const [first = ''] = codesOf(offered)
    expect((await other.submit('login', second, { method: 'lookup_secret', lookup_secret: first })).status).toBe(200)
    const shown = await readShownFlow(await change({ lookup_secret_reveal: 'true' }))
    expect(codesOf(shown)).toEqual(['used', ...codesOf(offered).slice(1)])
  })

  test('keeps the old ones until new ones are confirmed', async () => {
    const codes = await setUpBackupCodes()
    const offered = await readShownFlow(await change({ lookup_secret_regenerate: true }))
    expect(codesOf(offered)).not.toEqual(codes)
    expect(codesOf(await readShownFlow(await change({ lookup_secret_reveal: true })))).toEqual(codes)
  })

  test('shows them only while they can be requested', async () => {
    await setUpBackupCodes()
    const shown = await readShownFlow(await change({ lookup_secret_reveal: true }))
    const again = async () =>
      codesOf(await readShownFlow(await browser.send(`/self-service/settings/flows?id=${shown.id}`)))
    expect(await again()).toHaveLength(12)
    service.pass(16 * MINUTE_MS)
    expect(await again()).toEqual([])
  })

  test('stores them encrypted', async () => {
    const codes = await setUpBackupCodes()
    const rows = await db.query(
      sql`select config from identity.credentials union all select context from identity.flows`
    )
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('refuses them once turned off', async () => {
    await setUpBackupCodes()
    const answer = await readShownFlow(await change({ lookup_secret_disable: true }))
    expect(readInputNames(answer)).toContain('lookup_secret_regenerate')
    expect((await new Browser(service).signIn(email)).status).toBe(200)
    expect(await mails()).toContain(`second_factor_removed to ${email}`)
  })

  test.each([
    ['confirm', 4000001],
    ['reveal', 4000014],
  ])('refuses %s without any', async (what, messageId) => {
    const answer = await change({ [`lookup_secret_${what}`]: true })
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, messageId])
  })
})

describe('abuse 21: a session authenticated more than 15 minutes ago', () => {
  test.each<[string, Record<string, unknown>]>([
    ['the password', { method: 'password', password: NEW_PASSWORD }],
    ['the address', { method: 'profile', traits: { email: 'else@shop.example' } }],
    ['the authenticator app', { method: 'totp', totp_code: '123456' }],
    ['removing the authenticator app', { method: 'totp', totp_unlink: true }],
    ...['reveal', 'regenerate', 'confirm', 'disable'].map((what): [string, Record<string, unknown>] => [
      `${what} of backup codes`,
      { [`lookup_secret_${what}`]: true },
    ]),
  ])('requires confirmation for %s, and changes nothing', async (_name, body) => {
    const flow = await settings()
    service.pass(15 * MINUTE_MS)
    const before = await credentials()
    const answer = await change(body, flow)
    const { redirect_browser_to } = await answer.clone().json()
    expect(await describeRefusal(answer)).toBe('403 session_refresh_required')
    expect(new URL(redirect_browser_to).searchParams.get('refresh')).toBe('true')
    expect(new URL(redirect_browser_to).searchParams.get('return_to')).toBe(
      `${IDENTITY_ORIGIN}/profile-settings?flow=${flow.id}`
    )
    expect(await credentials()).toEqual(before)
  })

  test('accepts the same form after confirmation', async () => {
    const flow = await settings()
    service.pass(15 * MINUTE_MS)
    expect((await browser.signIn(email, PASSWORD, '?refresh=true')).status).toBe(200)
    expect((await change({ method: 'password', password: NEW_PASSWORD }, flow)).status).toBe(200)
  })
})

test('abuse 22: refuses the form of the previous user', async () => {
  const flow = await settings()
  const other = await createTestAccount(service)
  const refresh = await browser.begin('login', '?refresh=true')
  const signIn = { method: 'password', identifier: other.email, password: PASSWORD }
  expect((await browser.submit('login', refresh, signIn)).status).toBe(200)
  expect(await describeRefusal(await change({ method: 'password', password: NEW_PASSWORD }, flow))).toBe(
    '403 security_identity_mismatch'
  )
  expect(await describeRefusal(await browser.send(`/self-service/settings/flows?id=${flow.id}`))).toBe(
    '403 security_identity_mismatch'
  )
  expect((await new Browser(service).signIn(email)).status).toBe(200)
})
