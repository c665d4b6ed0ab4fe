import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { type KeyOptions, Authenticator, type KeyForgery } from '../helpers/authenticator'
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
  readCsrfToken,
} from '../helpers/identity'

// Security keys: managed in the settings, and used as the second step of signing in.

const db = await testDatabase()
const service = await testService(db)
const MINUTE_MS = 60_000

let id: string
let email: string
let browser: Browser

beforeEach(async () => {
  service.pass(60 * MINUTE_MS)
  ;({ id, email } = await createTestAccount(service))
  browser = new Browser(service)
  await browser.signIn(email)
})

const key = () => new Authenticator(IDENTITY_ORIGIN)

const attributesOf = ({ ui }: ShownFlow, name: string) =>
  ui.nodes.find(({ attributes }) => attributes.name === name)?.attributes

/** The WebAuthn options of a flow. */
const askedBy = (flow: ShownFlow, trigger: 'webauthn_register_trigger' | 'webauthn_login_trigger'): KeyOptions =>
  (JSON.parse(attributesOf(flow, trigger)?.value ?? '{}') as { publicKey: KeyOptions }).publicKey

const registration = (answer: string, name = 'Blue key') => ({
  method: 'webauthn',
  webauthn_register: answer,
  webauthn_register_displayname: name,
})

/** Adds a key in the settings. */
async function add(one: Authenticator, cheat: KeyForgery = {}, name?: string): Promise<Response> {
  const flow = await browser.begin('settings')
  return browser.submit(
    'settings',
    flow,
    registration(one.create(askedBy(flow, 'webauthn_register_trigger'), cheat), name)
  )
}

/** Signs in with the password, which leads to the key. */
async function halfWay(address = email): Promise<{ browser: Browser; flow: ShownFlow; asked: KeyOptions }> {
  const next = new Browser(service)
  await next.signIn(address)
  const flow = await next.begin('login', '?aal=aal2')
  return { browser: next, flow, asked: askedBy(flow, 'webauthn_login_trigger') }
}

const assertion = (answer: string) => ({ method: 'webauthn', identifier: email, webauthn_login: answer })

const keysOf = async () => {
  const [row] = await db.query<{ config: { keys: { id: string; name: string; counter: number }[] } }>(
    sql`select config from identity.credentials where identity_id = ${id} and type = 'webauthn'`
  )
  return row?.config.keys ?? []
}

const mails = async () =>
  (
    await db.query<{ template: string; body: string }>(
      sql`select template, body from identity.courier_messages where recipient = ${email} order by created_at, template`
    )
  ).map(({ template, body }) => `${template}: ${body.split('\n')[0]}`)

describe('adding a key', () => {
  test('requests a key that this account does not have, for this address', async () => {
    const blue = key()
    await add(blue)
    expect(askedBy(await browser.begin('settings'), 'webauthn_register_trigger')).toMatchObject({
      rp: { id: 'localhost', name: 'Mission Control' },
      user: { name: email, displayName: 'Ada Holm' },
      excludeCredentials: [{ id: blue.id, transports: ['usb'] }],
      authenticatorSelection: { userVerification: 'discouraged', residentKey: 'discouraged' },
    })
  })

  test('stores the key under its name, upgrades the session and notifies the owner', async () => {
    const answer = await add(key())
    const flow = await readShownFlow(answer)
    expect([flow.state, ...readMessageIds(flow)]).toEqual(['success', 1050001])
    expect(flow.ui.nodes.find(({ attributes }) => attributes.name === 'webauthn_remove')).toMatchObject({
      group: 'webauthn',
      meta: { label: { id: 1050018, context: { display_name: 'Blue key' } } },
    })
    expect(await (await browser.whoami()).json()).toMatchObject({
      authenticator_assurance_level: 'aal2',
      authentication_methods: [{ method: 'password' }, { method: 'webauthn', aal: 'aal2' }],
    })
    expect(await mails()).toEqual([
      'second_factor_added: The security key “Blue key” can be used to sign in to your Mission Control account from now on.',
    ])
  })

  test('stores two keys, and names an unnamed one', async () => {
    await add(key())
    await add(key(), {}, '  ')
    expect((await keysOf()).map(({ name }) => name)).toEqual(['Blue key', 'Security key'])
  })

  test.each<[string, KeyForgery]>([
    ['created for another origin', { origin: 'https://localhost.example' }],
    ['created for another port of this host', { origin: 'http://localhost:3001' }],
    ['created for another name', { rpId: 'evil.example' }],
    ['that signs another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a touch', { flags: 0x40 }],
  ])('refuses a key %s', async (_name, cheat) => {
    const answer = await add(key(), cheat)
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, 4000001])
    expect(await keysOf()).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['invalid JSON', '{'],
    ['something else', '{"id":1}'],
    [
      'a partial response',
      JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30' } }),
    ],
  ])('refuses %s', async (_name, text) => {
    const answer = await browser.submit('settings', await browser.begin('settings'), registration(text))
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, 4000001])
  })

  test('accepts a response once; the next challenge of the form differs', async () => {
    const flow = await browser.begin('settings')
    const asked = askedBy(flow, 'webauthn_register_trigger')
    const next = await readShownFlow(await browser.submit('settings', flow, registration(key().create(asked))))
    expect(askedBy(next, 'webauthn_register_trigger').challenge).not.toBe(asked.challenge)
    const again = await browser.submit('settings', next, registration(key().create(asked)))
    expect(again.status).toBe(400)
    expect(await keysOf()).toHaveLength(1)
  })

  test('refuses a response to the challenge of another form', async () => {
    const other = askedBy(await browser.begin('settings'), 'webauthn_register_trigger')
    const answer = await browser.submit('settings', await browser.begin('settings'), registration(key().create(other)))
    expect(answer.status).toBe(400)
  })

  test('accepts one of two parallel responses', async () => {
    const flow = await browser.begin('settings')
    const asked = askedBy(flow, 'webauthn_register_trigger')
    await Promise.all([1, 2].map(() => browser.submit('settings', flow, registration(key().create(asked)))))
    expect(await keysOf()).toHaveLength(1)
  })

  test('binds a key to one account', async () => {
    const blue = key()
    await add(blue)
    const other = await createTestAccount(service)
    browser = new Browser(service)
    await browser.signIn(other.email)
    expect((await add(new Authenticator(IDENTITY_ORIGIN, Buffer.from(blue.id, 'base64url')))).status).toBe(400)
  })

  test('refuses an overlong name before the challenge is used', async () => {
    const flow = await browser.begin('settings')
    const answer = registration(key().create(askedBy(flow, 'webauthn_register_trigger')), 'x'.repeat(51))
    const refused = await readShownFlow(await browser.submit('settings', flow, answer))
    expect(
      refused.ui.nodes.flatMap(({ attributes, messages }) => messages.map((one) => `${attributes.name} ${one.id}`))
    ).toEqual(['webauthn_register_displayname 4000017'])
    const again = { ...answer, webauthn_register_displayname: 'short' }
    expect((await browser.submit('settings', refused, again)).status).toBe(200)
  })

  test('allows ten keys', async () => {
    for (let count = 0; count < 10; count++) expect((await add(key())).status).toBe(200)
    expect((await add(key())).status).toBe(400)
  })
})

const removeFirst = async () => {
  const flow = await browser.begin('settings')
  return browser.submit('settings', flow, { webauthn_remove: attributesOf(flow, 'webauthn_remove')?.value })
}

describe('removing a key', () => {
  test('removes the last one: the password suffices again, other sessions end, and the owner is notified', async () => {
    const blue = key()
    await add(blue)
    const other = await halfWay()
    await other.browser.submit('login', other.flow, assertion(blue.get(other.asked)))
    expect((await other.browser.whoami()).status).toBe(200)

    expect((await removeFirst()).status).toBe(200)
    expect(await keysOf()).toEqual([])
    expect((await other.browser.whoami()).status).toBe(401)
    expect((await new Browser(service).signIn(email)).status).toBe(200)
    expect(await mails()).toContainEqual(expect.stringContaining('second_factor_removed: The security key “Blue key”'))
  })

  test('removes one of two: the other is still required', async () => {
    const [blue, red] = [key(), key()]
    await add(blue)
    await add(red, {}, 'Red key')
    await removeFirst()
    const { browser: next, flow, asked } = await halfWay()
    expect(asked).toMatchObject({ allowCredentials: [{ id: red.id }] })
    expect((await next.submit('login', flow, assertion(blue.get(asked)))).status).toBe(400)
  })

  test('refuses an unknown key', async () => {
    await add(key())
    const answer = await browser.submit('settings', await browser.begin('settings'), { webauthn_remove: 'abcdef' })
    expect(answer.status).toBe(400)
    expect(await keysOf()).toHaveLength(1)
  })
})

test('abuse 21: requires a recent authentication to add or remove a key', async () => {
  const flow = await browser.begin('settings')
  const answer = registration(key().create(askedBy(flow, 'webauthn_register_trigger')))
  service.pass(15 * MINUTE_MS)
  for (const body of [answer, { webauthn_remove: 'ab' }]) {
    expect(await describeRefusal(await browser.submit('settings', flow, body))).toBe('403 session_refresh_required')
  }
  expect(await keysOf()).toEqual([])
})

describe('signing in', () => {
  let blue: Authenticator
  beforeEach(async () => {
    blue = key()
    await add(blue)
  })

  test('requests the key after the password, by the names of the protocol', async () => {
    const next = new Browser(service)
    expect(await describeRefusal(await next.signIn(email))).toBe('422 browser_location_change_required')
    expect(await describeRefusal(await next.whoami())).toBe('403 session_aal2_required')
    const flow = await next.begin('login', '?aal=aal2')
    expect(readMessageIds(flow)).toEqual([1010004])
    expect(readInputNames(flow)).toEqual(['csrf_token', 'identifier', 'webauthn_login', 'webauthn_login_trigger'])
    expect(attributesOf(flow, 'webauthn_login_trigger')).toMatchObject({
      type: 'button',
      onclickTrigger: 'oryWebAuthnLogin',
    })
    expect(askedBy(flow, 'webauthn_login_trigger')).toMatchObject({
      rpId: 'localhost',
      userVerification: 'discouraged',
      allowCredentials: [{ id: blue.id, type: 'public-key', transports: ['usb'] }],
    })
  })

  test('completes the session under a new cookie, and stores the counter', async () => {
    const { browser: next, flow, asked } = await halfWay()
    const half = next.session
    const answer = await next.submit('login', flow, assertion(blue.get(asked)))
    expect(await answer.json()).toMatchObject({
      session: {
        authenticator_assurance_level: 'aal2',
        authentication_methods: [{ method: 'password' }, { method: 'webauthn', aal: 'aal2' }],
      },
    })
    expect(next.session).not.toBe(half)
    expect((await next.whoami()).status).toBe(200)
    expect((await keysOf()).map(({ counter }) => counter)).toEqual([1])
  })

  test('accepts a key without a counter repeatedly', async () => {
    for (const _ of [1, 2]) {
      const { browser: next, flow, asked } = await halfWay()
      blue.counter = -1
      expect((await next.submit('login', flow, assertion(blue.get(asked)))).status).toBe(200)
    }
  })

  test.each<[string, KeyForgery]>([
    ['for another origin', { origin: 'https://phish.example' }],
    ['for another port of this host', { origin: 'http://localhost:3001' }],
    ['for another name', { rpId: 'phish.example' }],
    ['of another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['without a touch', { flags: 0 }],
  ])('refuses a signature %s', async (_name, cheat) => {
    const { browser: next, flow, asked } = await halfWay()
    const answer = await next.submit('login', flow, assertion(blue.get(asked, cheat)))
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, 4000043])
    expect(await describeRefusal(await next.whoami())).toBe('403 session_aal2_required')
  })

  test('accepts a signature once, even while the form is open', async () => {
    const { browser: next, flow, asked } = await halfWay()
    const wrong = blue.get(asked, { origin: 'https://phish.example' })
    const right = blue.get(asked)
    const refused = await readShownFlow(await next.submit('login', flow, assertion(wrong)))
    expect(askedBy(refused, 'webauthn_login_trigger').challenge).not.toBe(asked.challenge)
    expect((await next.submit('login', refused, assertion(right))).status).toBe(400)
    const fresh = askedBy(
      await readShownFlow(await next.submit('login', flow, assertion(right))),
      'webauthn_login_trigger'
    )
    expect((await next.submit('login', flow, assertion(blue.get(fresh)))).status).toBe(200)
  })

  test('refuses an intercepted signature of another user', async () => {
    const first = await halfWay()
    const answer = blue.get(first.asked)
    expect((await first.browser.submit('login', first.flow, assertion(answer))).status).toBe(200)
    const thief = await halfWay()
    expect((await thief.browser.submit('login', thief.flow, assertion(answer))).status).toBe(400)
  })

  test('accepts one of two parallel uses of a signature', async () => {
    const { browser: next, flow, asked } = await halfWay()
    const answer = blue.get(asked)
    const both = await Promise.all([1, 2].map(() => next.submit('login', flow, assertion(answer))))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('refuses a key whose counter decreases as a clone', async () => {
    blue.counter = 41
    const first = await halfWay()
    expect((await first.browser.submit('login', first.flow, assertion(blue.get(first.asked)))).status).toBe(200)
    for (const counter of [41, 7]) {
      blue.counter = counter
      const copy = await halfWay()
      const answer = await copy.browser.submit('login', copy.flow, assertion(blue.get(copy.asked)))
      expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, 4000043])
    }
    expect((await keysOf()).map(({ counter }) => counter)).toEqual([42])
  })

  test('refuses the key of another user', async () => {
    const other = await createTestAccount(service)
    const red = key()
    browser = new Browser(service)
    await browser.signIn(other.email)
    await add(red)
    const { browser: next, flow, asked } = await halfWay()
    expect((await next.submit('login', flow, assertion(red.get(asked)))).status).toBe(400)
    // Even under the name of the right key.
    const named = JSON.stringify({ ...JSON.parse(red.get(asked)), id: blue.id, rawId: blue.id })
    expect((await next.submit('login', flow, assertion(named))).status).toBe(400)
  })

  test('neither requests nor accepts a key for an account without one', async () => {
    const other = await createTestAccount(service, { totp: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
    const next = new Browser(service)
    await next.signIn(other.email)
    const flow = await next.begin('login', '?aal=aal2')
    expect(readInputNames(flow)).not.toContain('webauthn_login_trigger')
    const answer = await next.submit('login', flow, assertion(blue.get({ challenge: 'AA', rpId: 'localhost' })))
    expect(readMessageIds(await readShownFlow(answer))).toEqual([4000013])
  })

  test('abuse 19: counts attempts with keys together with codes', async () => {
    const { browser: next } = await halfWay()
    for (let guess = 0; guess < 10; guess++) {
      await next.submit('login', await next.begin('login', '?aal=aal2'), assertion('{}'))
    }
    const flow = await next.begin('login', '?aal=aal2')
    const answer = assertion(blue.get(askedBy(flow, 'webauthn_login_trigger')))
    expect(await describeRefusal(await next.submit('login', flow, answer))).toBe('429')
  })

  test('follows the form of the protocol by redirects without scripts', async () => {
    const { browser: next, flow, asked } = await halfWay()
    const body = new URLSearchParams({ ...assertion(blue.get(asked)), csrf_token: readCsrfToken(flow) })
    const answer = await next.post(`/self-service/login?flow=${flow.id}`, body.toString(), {
      Accept: 'text/html',
      'Content-Type': 'application/x-www-form-urlencoded',
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${IDENTITY_ORIGIN}/`])
  })
})

test('uses the name and origin of the public address for keys', async () => {
  const publicUrl = new URL('https://console.example')
  const there = await testService(db, { publicUrl })
  const person = await createTestAccount(there)
  const next = new Browser(there, { origin: publicUrl.origin })
  await next.signIn(person.email, PASSWORD)
  const flow = await next.begin('settings')
  const asked = askedBy(flow, 'webauthn_register_trigger')
  expect(asked.rp?.id).toBe('console.example')
  const wrong = await next.submit('settings', flow, registration(key().create(asked)))
  expect(wrong.status).toBe(400)
  const again = await next.begin('settings')
  const right = new Authenticator(publicUrl.origin).create(askedBy(again, 'webauthn_register_trigger'))
  expect((await next.submit('settings', again, registration(right))).status).toBe(200)
})
