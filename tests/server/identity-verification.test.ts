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

// Verification of an address with a code sent to it.

const db = await testDatabase()
const service = await testService(db)
const MINUTE_MS = 60_000

let email: string
let browser: Browser
beforeEach(async () => {
  service.pass(61 * MINUTE_MS)
  ;({ email } = await createTestAccount(service))
  browser = new Browser(service)
})

async function mailed(): Promise<{ code: string; link: string }> {
  const [row] = await db.query<{ body: string }>(sql`
    select body from identity.courier_messages where recipient = ${email} order by created_at desc, id limit 1`)
  const body = row?.body ?? ''
  return { code: body.match(/code: (\d{6})/)?.[1] ?? 'none', link: body.match(/http\S+/)?.[0] ?? 'none' }
}

const not = (code: string) => (code === '000000' ? '000001' : '000000')

async function asked(): Promise<ShownFlow> {
  const answer = await browser.submit('verification', await browser.begin('verification'), { method: 'code', email })
  expect(answer.status).toBe(200)
  return readShownFlow(answer)
}

const sendCode = (flow: ShownFlow, code: string) => browser.submit('verification', flow, { method: 'code', code })
const open = (id: unknown) => browser.send(`/self-service/verification/flows?id=${String(id)}`)
const address = async () =>
  (
    await db.query(
      sql`select verified, status from identity.addresses where kind = 'verification' and value = ${email}`
    )
  )[0]
const pathOf = (link: string | null) => (link ?? '').replace(`${IDENTITY_ORIGIN}/api/.ory`, '')

test('verifies the address with the right code and signs in no one', async () => {
  const flow = await asked()
  expect([flow.state, ...readMessageIds(flow), ...readInputNames(flow)]).toEqual([
    'sent_email',
    1080003,
    'csrf_token',
    'code',
    'method',
    'method',
    'email',
  ])
  expect(await address()).toEqual({ verified: false, status: 'sent' })
  const passed = await readShownFlow(await sendCode(flow, (await mailed()).code))
  expect(passed).toMatchObject({
    id: flow.id,
    state: 'passed_challenge',
    ui: { method: 'GET', action: `${IDENTITY_ORIGIN}/` },
  })
  expect(readMessageIds(passed)).toEqual([1080002])
  expect(passed.ui.nodes.at(-1)).toMatchObject({
    attributes: { node_type: 'a', id: 'continue', href: `${IDENTITY_ORIGIN}/` },
  })
  expect(await address()).toEqual({ verified: true, status: 'completed' })
  expect((await browser.whoami()).status).toBe(401)
  expect(await (await open(flow.id)).json()).toMatchObject({ state: 'passed_challenge', ui: { method: 'GET' } })
})

test('continues at the requested address', async () => {
  const begun = await browser.begin('verification', '?return_to=/health')
  const flow = await readShownFlow(await browser.submit('verification', begun, { method: 'code', email }))
  const passed = await readShownFlow(await sendCode(flow, (await mailed()).code))
  expect(passed.ui.action).toBe(`${IDENTITY_ORIGIN}/health`)
})

test('fills in the address of a signed-in user', async () => {
  await browser.signIn(email)
  const flow = await browser.begin('verification')
  expect(flow.ui.nodes.find(({ attributes }) => attributes.name === 'email')?.attributes.value).toBe(email)
})

test('responds to a wrong code without an error status, and to the sixth guess with another flow', async () => {
  const flow = await asked()
  const { code } = await mailed()
  for (let guess = 0; guess < 5; guess++) {
    const answer = await sendCode(flow, not(code))
    expect([answer.status, ...readMessageIds(await readShownFlow(answer))]).toEqual([200, 4070006])
  }
  const answer = await sendCode(flow, code)
  const { use_flow_id } = await answer.clone().json()
  expect(await describeRefusal(answer)).toBe('410 self_service_flow_replaced')
  expect(readMessageIds(await readShownFlow(await open(use_flow_id)))).toEqual([4000001])
  expect(await address()).toEqual({ verified: false, status: 'sent' })
})

test('refuses a repeated verification in the same flow', async () => {
  const flow = await asked()
  const { code } = await mailed()
  await sendCode(flow, code)
  const answer = await sendCode(flow, code)
  const { use_flow_id } = await answer.clone().json()
  expect(await describeRefusal(answer)).toBe('410 self_service_flow_replaced')
  expect(readMessageIds(await readShownFlow(await open(use_flow_id)))).toEqual([4070002])
})

test('replaces an expired flow with a message', async () => {
  const flow = await asked()
  service.pass(61 * MINUTE_MS)
  const answer = await sendCode(flow, '123456')
  expect(answer.status).toBe(303)
  const next = await readShownFlow(await browser.send(pathOf(answer.headers.get('Location'))))
  expect([next.state, ...readMessageIds(next)]).toEqual(['choose_method', 4070005])
})

test('responds alike to an unknown address, without a message', async () => {
  const flow = await readShownFlow(
    await browser.submit('verification', await browser.begin('verification'), {
      method: 'code',
      email: 'no@shop.example',
    })
  )
  expect([flow.state, ...readMessageIds(flow)]).toEqual(['sent_email', 1080003])
  const rows = await db.query(sql`select from identity.courier_messages where recipient = 'no@shop.example'`)
  expect(rows).toEqual([])
})

test('verifies nothing with a code for a former address', async () => {
  const flow = await asked()
  const { code } = await mailed()
  await db.run(sql`update identity.addresses set value = ${`new-${email}`} where value = ${email}`)
  expect(readMessageIds(await readShownFlow(await sendCode(flow, code)))).toEqual([4070006])
  const verified = await db.query(sql`select from identity.addresses where value = ${`new-${email}`} and verified`)
  expect(verified).toEqual([])
})

describe('the link of the message', () => {
  test('continues in another browser with the code filled in, and changes nothing else', async () => {
    await asked()
    const { code, link } = await mailed()
    browser = new Browser(service)
    const answer = await browser.send(pathOf(link), {}, { Accept: 'text/html' })
    const page = new URL(answer.headers.get('Location') ?? '')
    expect([answer.status, page.origin + page.pathname]).toEqual([303, `${IDENTITY_ORIGIN}/verification`])
    expect(await address()).toEqual({ verified: false, status: 'sent' })
    const flow = await readShownFlow(await open(page.searchParams.get('flow')))
    expect(flow.ui.nodes.find(({ attributes }) => attributes.name === 'code')?.attributes.value).toBe(code)
    expect((await readShownFlow(await sendCode(flow, code))).state).toBe('passed_challenge')
  })

  test('does not reveal whether its code is right', async () => {
    const flow = await asked()
    const { code } = await mailed()
    for (const typed of [code, not(code), '<b>']) {
      const answer = await browser.send(`/self-service/verification?flow=${flow.id}&code=${encodeURIComponent(typed)}`)
      expect(answer.headers.get('Location')).toBe(`${IDENTITY_ORIGIN}/verification?flow=${flow.id}`)
    }
    const shown = await (await open(flow.id)).text()
    expect(shown).not.toContain('<b>')
  })

  test.each(['', '?flow=x&code=1', '?flow=9b2f7a5e-4f57-4a2c-8f0e-3f5a0f3e9a11&code=123456'])(
    'leads to an empty form for an unknown flow (%j)',
    async (query) => {
      const answer = await browser.send(`/self-service/verification${query}`)
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${IDENTITY_ORIGIN}/verification`])
    }
  )
})
