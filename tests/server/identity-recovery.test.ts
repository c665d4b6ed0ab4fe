import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Db, Queryable } from '../../server/data/db/db'
import { type Sql, sql } from '../../server/data/db/sql'
import { createAdministratorLink } from '../../server/identity/accounts/administrator'
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

// Recovery of an account with a code sent to its address.

const db = await testDatabase()
const service = await testService(db)
const MINUTE_MS = 60_000

let browser: Browser
beforeEach(() => {
  // Resets the rate limits.
  service.pass(61 * MINUTE_MS)
  browser = new Browser(service)
})

/** The code of the newest message to an address; `none` without a message. */
async function mailedCode(address: string): Promise<string> {
  const [row] = await db.query<{ body: string }>(sql`
    select body from identity.courier_messages where recipient = ${address} order by created_at desc, id limit 1`)
  return row?.body.match(/\b\d{6}\b/)?.[0] ?? 'none'
}

/** Another code. */
const not = (code: string) => (code === '000000' ? '000001' : '000000')

/** Requests a code in a new flow. */
async function asked(email: string, by = browser): Promise<ShownFlow> {
  const flow = await by.begin('recovery')
  const answer = await by.submit('recovery', flow, { method: 'code', email })
  expect(answer.status).toBe(200)
  // Messages with equal times would have no order.
  service.pass(1000)
  return readShownFlow(answer)
}

const sendCode = (flow: ShownFlow, code: string, by = browser) => by.submit('recovery', flow, { method: 'code', code })

/** The flow that a 303 redirects to. */
async function ledTo(answer: Response, by = browser): Promise<ShownFlow> {
  expect(answer.status).toBe(303)
  return readShownFlow(await by.send((answer.headers.get('Location') ?? '').replace(`${IDENTITY_ORIGIN}/api/.ory`, '')))
}

describe('with the right code', () => {
  test('signs in, asks for a new password, and verifies the address', async () => {
    const { id, email } = await createTestAccount(service)
    const flow = await asked(` ${email.toUpperCase()}`)
    expect([flow.state, ...readMessageIds(flow)]).toEqual(['sent_email', 1060003])
    const answer = await sendCode(flow, await mailedCode(email))
    const { redirect_browser_to } = await answer.clone().json()
    expect(await describeRefusal(answer)).toBe('422 browser_location_change_required')
    const page = new URL(redirect_browser_to)
    expect(page.origin + page.pathname).toBe(`${IDENTITY_ORIGIN}/profile-settings`)

    expect(await (await browser.whoami()).json()).toMatchObject({
      authenticator_assurance_level: 'aal1',
      authentication_methods: [{ method: 'code_recovery' }],
      identity: { id, verifiable_addresses: [{ value: email, verified: true, status: 'completed' }] },
    })
    const settings = await readShownFlow(
      await browser.send(`/self-service/settings/flows?id=${page.searchParams.get('flow')}`)
    )
    expect(readMessageIds(settings)).toEqual([1060001])
    const password = 'another battery, another horse'
    expect((await browser.submit('settings', settings, { method: 'password', password })).status).toBe(200)
    expect((await new Browser(service).signIn(email, password)).status).toBe(200)
  })

  test('abuse 25: ends all other sessions', async () => {
    const { email } = await createTestAccount(service)
    const other = new Browser(service)
    await other.signIn(email)
    await sendCode(await asked(email), await mailedCode(email))
    expect((await other.whoami()).status).toBe(401)
    expect((await browser.whoami()).status).toBe(200)
  })

  test('redirects a browser without scripts to the settings page', async () => {
    const { email } = await createTestAccount(service)
    const links = { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' }
    const begun = await browser.send('/self-service/recovery/browser', {}, { Accept: 'text/html' })
    const page = begun.headers.get('Location') ?? ''
    expect(page).toMatch(/^http:\/\/localhost:3000\/recovery\?flow=/)
    const id = new URL(page).searchParams.get('flow')
    const read = async () => readShownFlow(await browser.send(`/self-service/recovery/flows?id=${id}`))
    const post = async (fields: Record<string, string>, more = '') => {
      const token = (await read()).ui.nodes[0]?.attributes.value ?? ''
      const form = new URLSearchParams({ csrf_token: token, method: 'code', ...fields }).toString()
      return browser.post(`/self-service/recovery?flow=${id}`, form + more, links)
    }
    expect((await post({ email: 'nonsense' })).headers.get('Location')).toBe(page)
    expect((await read()).ui.nodes.flatMap(({ messages }) => messages.map((one) => one.id))).toEqual([4000040])
    expect((await post({ email })).headers.get('Location')).toBe(page)
    expect((await read()).state).toBe('sent_email')
    // The hidden field and the button.
    expect((await post({ code: '000000' }, '&code=111111')).headers.get('Location')).toMatch(/\/error\?id=/)
    const done = await post({ code: await mailedCode(email) }, '&method=code')
    expect([done.status, done.headers.get('Location')]).toEqual([
      303,
      expect.stringContaining('/profile-settings?flow='),
    ])
  })

  test('abuse 17: still requires the authenticator app', async () => {
    const secret = new Secret({ size: 20 }).base32
    const { email } = await createTestAccount(service, { totp: secret })
    await sendCode(await asked(email), await mailedCode(email))
    expect(await describeRefusal(await browser.whoami())).toBe('403 session_aal2_required')
    expect(await describeRefusal(await browser.send('/self-service/settings/browser'))).toBe(
      '403 session_aal2_required'
    )
    const second = await browser.begin('login', '?aal=aal2')
    const totp_code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.now().getTime() })
    expect((await browser.submit('login', second, { method: 'totp', totp_code })).status).toBe(200)
    expect((await browser.send('/self-service/settings/browser')).status).toBe(200)
  })
})

describe('the form', () => {
  test('asks for an address, then for the code, with a button to resend it', async () => {
    const first = await browser.begin('recovery')
    expect([first.state, ...readInputNames(first)]).toEqual(['choose_method', 'csrf_token', 'email', 'method'])
    const flow = await asked('ada@shop.example')
    expect(readInputNames(flow)).toEqual(['csrf_token', 'code', 'method', 'method', 'email'])
    expect(flow.ui.nodes.at(-1)?.attributes.value).toBe('ada@shop.example')
  })

  test.each([
    ['no address', { method: 'code', email: '' }, 4000002],
    ['an invalid address', { method: 'code', email: 'ada@shop.example, eve@shop.example' }, 4000040],
    ['a code before one was sent', { method: 'code', code: '123456' }, 4000002],
  ])('refuses %s', async (_name, body, messageId) => {
    const answer = await browser.submit('recovery', await browser.begin('recovery'), body)
    expect(answer.status).toBe(400)
    const { ui } = await readShownFlow(answer)
    expect(
      ui.nodes.flatMap(({ attributes, messages }) => messages.map((one) => `${attributes.name} ${one.id}`))
    ).toEqual([`email ${messageId}`])
  })

  test('refuses any other method', async () => {
    const answer = await browser.submit('recovery', await browser.begin('recovery'), { method: 'link', email: 'a@b.c' })
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([400, 4010005])
  })

  test('refuses signed-in users', async () => {
    const { email } = await createTestAccount(service)
    const flow = await browser.begin('recovery')
    await browser.signIn(email)
    expect(await describeRefusal(await browser.send('/self-service/recovery/browser'))).toBe(
      '400 session_already_available'
    )
    expect((await browser.submit('recovery', flow, { method: 'code', email })).status).toBe(403)
  })

  test('refuses another browser', async () => {
    const flow = await browser.begin('recovery')
    const other = new Browser(service)
    expect(await describeRefusal(await other.send(`/self-service/recovery/flows?id=${flow.id}`))).toBe(
      '403 security_csrf_violation'
    )
  })
})

/** The response without values that differ each time. */
const shape = async (email: string) => {
  const answer = await readShownFlow(
    await browser.submit('recovery', await browser.begin('recovery'), { method: 'code', email })
  )
  return JSON.parse(
    JSON.stringify(answer)
      .replaceAll(email, 'ADDRESS')
      .replaceAll(answer.id, 'ID')
      .replace(/("name":"csrf_token"[^}]*"value":")[^"]*/, '$1TOKEN')
  ) as unknown
}

test('abuse 11: responds alike to unknown, disabled and known addresses, without a message', async () => {
  const known = await createTestAccount(service)
  const disabled = await createTestAccount(service)
  await db.run(sql`update identity.identities set state = 'inactive' where id = ${disabled.id}`)
  const expected = await shape(known.email)
  expect(await shape('nobody@shop.example')).toEqual(expected)
  expect(await shape(disabled.email)).toEqual(expected)
  expect(await mailedCode(known.email)).toMatch(/^\d{6}$/)
  expect(await mailedCode('nobody@shop.example')).toBe('none')
  expect(await mailedCode(disabled.email)).toBe('none')
})

test('abuse 11: runs the same queries for an unknown address', async () => {
  const { email } = await createTestAccount(service)
  const cost = async (address: string) => {
    let statements = 0
    const counting = <T extends Queryable>(on: T): T => ({
      ...on,
      query: (statement: Sql) => (statements++, on.query(statement)),
      run: (statement: Sql) => (statements++, on.run(statement)),
    })
    const counted: Db = { ...counting(db), transaction: (work) => db.transaction((tx) => work(counting(tx))) }
    const by = new Browser({ ...service, db: counted })
    const flow = await by.begin('recovery')
    statements = 0
    expect((await by.submit('recovery', flow, { method: 'code', email: address })).status).toBe(200)
    return statements
  }
  const known = await cost(email)
  expect(known).toBeGreaterThan(5)
  expect(await cost('nobody@shop.example')).toBe(known)
})

test('abuse 12: voids a code after five guesses, even parallel ones, and starts another flow', async () => {
  const { email } = await createTestAccount(service)
  const flow = await asked(email)
  const code = await mailedCode(email)
  const answers = await Promise.all(Array.from({ length: 12 }, () => sendCode(flow, not(code))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  const wrong = await readShownFlow(answers.find(({ status }) => status === 200) ?? new Response())
  expect([wrong.id, ...readMessageIds(wrong)]).toEqual([flow.id, 4060006])

  const next = await ledTo(await sendCode(flow, code))
  expect(next.id).not.toBe(flow.id)
  expect([next.state, ...readMessageIds(next)]).toEqual(['choose_method', 4000001])
  expect((await browser.whoami()).status).toBe(401)
})

test('abuse 13: accepts one of twenty parallel uses of a code', async () => {
  const { id, email } = await createTestAccount(service)
  const flow = await asked(email)
  const code = await mailedCode(email)
  await Promise.all(Array.from({ length: 20 }, () => sendCode(flow, code)))
  const sessions = await db.query(sql`select from identity.sessions where identity_id = ${id} and revoked_at is null`)
  expect(sessions).toHaveLength(1)
})

test('abuse 14: voids the earlier code after "send again"', async () => {
  const { email } = await createTestAccount(service)
  const flow = await asked(email)
  const old = await mailedCode(email)
  const again = await readShownFlow(await browser.submit('recovery', flow, { method: 'code', email, code: '' }))
  service.pass(1000)
  const code = await mailedCode(email)
  // Once in a million both codes are equal.
  expect(readMessageIds(await readShownFlow(await sendCode(again, old === code ? not(code) : old)))).toEqual([4060006])
  expect(await describeRefusal(await sendCode(again, code))).toBe('422 browser_location_change_required')
})

test('abuse 15: refuses the code of another flow', async () => {
  const { email } = await createTestAccount(service)
  const other = await createTestAccount(service)
  const first = await asked(email)
  const code = await mailedCode(email)
  const second = await asked(other.email)
  const wrong = code === (await mailedCode(other.email)) ? not(code) : code
  expect(readMessageIds(await readShownFlow(await sendCode(second, wrong)))).toEqual([4060006])
  expect(await describeRefusal(await sendCode(first, code))).toBe('422 browser_location_change_required')
})

describe('abuse 16:', () => {
  test('ends a code after 15 minutes', async () => {
    const { email } = await createTestAccount(service)
    const flow = await asked(email)
    service.pass(15 * MINUTE_MS)
    const answer = await sendCode(flow, await mailedCode(email))
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([200, 4060006])
  })

  test('replaces an expired flow with a message', async () => {
    const { email } = await createTestAccount(service)
    const flow = await asked(email)
    service.pass(61 * MINUTE_MS)
    expect(await describeRefusal(await browser.send(`/self-service/recovery/flows?id=${flow.id}`))).toBe('410')
    const next = await ledTo(await sendCode(flow, await mailedCode(email)))
    expect([next.state, ...readMessageIds(next)]).toEqual(['choose_method', 4060005])
  })
})

test('accepts a code with spaces', async () => {
  const { email } = await createTestAccount(service)
  const flow = await asked(email)
  const answer = await sendCode(flow, ` ${await mailedCode(email)} `)
  expect(await describeRefusal(answer)).toBe('422 browser_location_change_required')
})

describe('messages', () => {
  test('are limited to three per hour from one client to one address, with or without an account', async () => {
    const { email } = await createTestAccount(service)
    for (const address of [email, 'nobody-else@shop.example']) {
      const by = new Browser(service, { address: '192.0.2.1' })
      for (let count = 0; count < 3; count++) await asked(address, by)
      const refused = await by.submit('recovery', await by.begin('recovery'), { method: 'code', email: address })
      expect([refused.status, Number(refused.headers.get('Retry-After')) > 3000]).toEqual([429, true])
    }
  })

  test('are limited to ten per hour from one client in total', async () => {
    const by = new Browser(service, { address: '192.0.2.2' })
    for (let count = 0; count < 10; count++) await asked(`somebody-${count % 5}@shop.example`, by)
    const refused = await by.submit('recovery', await by.begin('recovery'), {
      method: 'code',
      email: 'somebody-0@shop.example',
    })
    expect(refused.status).toBe(429)
  })

  test.each([
    ['password', { method: 'password', password: 'another battery, another horse' }],
    ['address', { method: 'profile', traits: { email: 'moved@shop.example' } }],
  ])('voids sent codes with a new %s', async (_name, body) => {
    const { email } = await createTestAccount(service)
    const flow = await asked(email)
    const code = await mailedCode(email)
    const owner = new Browser(service)
    await owner.signIn(email)
    expect((await owner.submit('settings', await owner.begin('settings'), body)).status).toBe(200)
    expect(readMessageIds(await readShownFlow(await sendCode(flow, code)))).toEqual([4060006])
  })
})

async function invited() {
  const { id, email } = await createTestAccount(service)
  const { flowId, code } = await createAdministratorLink(service, { id, name: 'Ada', email })
  const flow = await readShownFlow(await browser.send(`/self-service/recovery/flows?id=${flowId}`))
  return { id, email, flowId, code, flow }
}

describe('a link of the terminal or of an invitation', () => {
  test('opens only in the first browser that requests it', async () => {
    const { flowId, flow } = await invited()
    expect([flow.state, ...readInputNames(flow)]).toEqual(['sent_email', 'csrf_token', 'code', 'method', 'method'])
    const other = new Browser(service)
    await other.begin('login')
    expect((await other.send(`/self-service/recovery/flows?id=${flowId}`)).status).toBe(403)
    expect((await browser.send(`/self-service/recovery/flows?id=${flowId}`)).status).toBe(200)
  })

  test('signs in without verifying the address', async () => {
    const { code, flow } = await invited()
    expect(await describeRefusal(await sendCode(flow, code))).toBe('422 browser_location_change_required')
    expect(await (await browser.whoami()).json()).toMatchObject({
      identity: { verifiable_addresses: [{ verified: false }] },
    })
  })

  test('does not replace a signed-in user', async () => {
    const other = await createTestAccount(service)
    await browser.signIn(other.email)
    const { code, flow } = await invited()
    expect(await describeRefusal(await sendCode(flow, code))).toBe('400 session_already_available')
    expect(await (await browser.whoami()).json()).toMatchObject({ identity: { id: other.id } })
  })

  test('abuse 46: works only once', async () => {
    const { code, flow } = await invited()
    await sendCode(flow, code)
    const again = new Browser(service)
    expect((await sendCode(flow, code, again)).status).toBe(403)
    browser.cookies.delete('ory_kratos_session')
    expect((await sendCode(flow, code)).status).toBe(403)
  })

  test('abuse 46: ends after five guesses', async () => {
    const { code, flow } = await invited()
    for (let guess = 0; guess < 5; guess++) {
      expect(readMessageIds(await readShownFlow(await sendCode(flow, not(code))))).toEqual([4060006])
    }
    const next = await ledTo(await sendCode(flow, code))
    expect(next.state).toBe('choose_method')
    expect((await browser.whoami()).status).toBe(401)
  })

  test('sends its code to no other address', async () => {
    const { flow } = await invited()
    const eve = await createTestAccount(service)
    const answer = await browser.submit('recovery', flow, { method: 'code', email: eve.email })
    expect(answer.status).toBe(400)
    expect(await mailedCode(eve.email)).toBe('none')
  })
})
