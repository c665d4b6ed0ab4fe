import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { createApp } from '../../server/start/app'
import { sql } from '../../server/data/db/sql'
import { accountRoutes, notifyAddressChange } from '../../server/identity/accounts/account-routes'
import { createSessionGate } from '../../server/identity/sessions/gate'
import { identityRoutes } from '../../server/identity/routes'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  readShownFlow,
  readMessageIds,
  IDENTITY_ORIGIN,
  PASSWORD,
  describeRefusal,
  type TestService,
  testService,
} from '../helpers/identity'

// Accounts created by administrators.

const db = await testDatabase()
const service = await testService(db)
const withMail = await testService(db, { smtp: { url: 'smtp://mail.example', from: 'console@shop.example' } })

/** The whole application, for the account signed in with a browser. */
function application(browser: Browser, of: TestService = service) {
  const gate = createSessionGate(of)
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
      relational: async () => new Response('[]'),
      engines: [{ routes: [...accountRoutes(of), ...identityRoutes(of)] }],
      signIn: {
        refuse: (request) => gate.refuse(request),
        refuseStale: (request) => gate.refuseStale(request),
        addressChanged: notifyAddressChange(of),
      },
    }
  )
  return (path: string, body?: unknown) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const text = JSON.stringify(body)
    const headers = { Cookie: cookie, Origin: IDENTITY_ORIGIN, 'Content-Type': 'application/json' }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: text }
    return app.fetch(new Request(`${IDENTITY_ORIGIN}/api${path}`, init))
  }
}

async function signedInAs(role: string | undefined, of: TestService = service) {
  const { id, email } = await createTestAccount(of)
  if (role) await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, ${role})`)
  const browser = new Browser(of)
  expect((await browser.signIn(email)).status).toBe(200)
  return { id, email, browser, send: application(browser, of) }
}

let count = 0
let email: string
beforeEach(() => {
  service.pass(61 * 60_000)
  email = `invited-${count++}@shop.example`
})
const invitation = (more: object = {}) => ({ firstName: 'Grace', lastName: 'Hopper', email, role: 'editor', ...more })

type Made = { link: string; code: string; mail_sent: boolean }

async function invited(send: Awaited<ReturnType<typeof signedInAs>>['send'], more: object = {}): Promise<Made> {
  const answer = await send('/auth/invite_user', invitation(more))
  expect(answer.status).toBe(200)
  return (await answer.json()) as Made
}

/** Opens the link in a new browser and submits the code. */
async function accept({ link, code }: Pick<Made, 'link' | 'code'>, browser = new Browser(service)) {
  const id = new URL(link).searchParams.get('flow')
  const opened = await browser.send(`/self-service/recovery/flows?id=${id}`)
  if (opened.status !== 200) return { browser, answer: opened }
  const flow = await readShownFlow(opened)
  return { browser, flow, answer: await browser.submit('recovery', flow, { method: 'code', code }) }
}

test('leads from an invitation to a password and the rights of the role', async () => {
  const { id: inviter, send } = await signedInAs('admin')
  const made = await invited(send)
  expect(made).toEqual({
    link: expect.stringMatching(/^http:\/\/localhost:3000\/recovery\?flow=[\w-]{36}$/),
    code: expect.stringMatching(/^\d{6}$/),
    mail_sent: false,
  })

  const { browser, answer } = await accept(made)
  const { redirect_browser_to } = await answer.clone().json()
  expect(await describeRefusal(answer)).toBe('422 browser_location_change_required')
  const settingsId = new URL(redirect_browser_to).searchParams.get('flow')
  const settings = await readShownFlow(await browser.send(`/self-service/settings/flows?id=${settingsId}`))
  const password = 'another battery, another horse'
  expect((await browser.submit('settings', settings, { method: 'password', password })).status).toBe(200)

  const next = new Browser(service)
  expect((await next.signIn(email, password)).status).toBe(200)
  const { payload } = await (await application(next)('/auth/whoami')).json()
  expect(payload).toMatchObject({
    user: { name: 'Grace Hopper', email },
    roles: expect.arrayContaining(['editor', 'everyone']),
  })
  const events = await db.query(sql`
    select event, actor_id, details from identity.audit where identity_id = ${payload.user.id} order by id limit 1`)
  expect(events).toEqual([{ event: 'identity.invited', actor_id: inviter, details: { role: 'editor' } }])
})

test('sends a message with the link and the code', async () => {
  const { send } = await signedInAs('admin', withMail)
  const made = await invited(send)
  expect(made.mail_sent).toBe(true)
  const [mail] = await db.query<{ template: string; body: string }>(sql`
    select template, body from identity.courier_messages where recipient = ${email}`)
  expect(mail?.template).toBe('invitation')
  expect(mail?.body).toContain(made.link)
  expect(mail?.body).toContain(made.code)
})

test('refuses to invite a user with an account, without effect', async () => {
  const { send } = await signedInAs('admin')
  await invited(send)
  const answer = await send('/auth/invite_user', invitation({ email: ` ${email.toUpperCase()}`, role: 'admin' }))
  expect([answer.status, await answer.json()]).toEqual([
    409,
    { error: 'User already exists', message: 'Error creating user' },
  ])
  const roles = await db.query(sql`
    select v1 from casbin_rule join people on people.id::text = v0 where people.email = ${email}`)
  expect(roles).toEqual([{ v1: 'editor' }])
})

test('keeps the existing person and roles', async () => {
  const { send } = await signedInAs('admin')
  const [known] = await db.query<{ id: string }>(
    sql`insert into people (name, email) values ('G', ${email}) returning id`
  )
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${known?.id ?? ''}, 'responder')`)
  const { browser } = await accept(await invited(send))
  const { payload } = await (await application(browser)('/auth/whoami')).json()
  expect(payload).toMatchObject({
    user: { id: known?.id, email },
    roles: expect.arrayContaining(['responder', 'editor', 'everyone']),
  })
})

test.each([
  ['no role', { role: undefined }],
  ['an unknown role', { role: 'agent' }],
  ['no address', { email: '' }],
  ['two addresses', { email: 'a@shop.example, b@shop.example' }],
  ['an address with a line break', { email: 'a@shop.example\r\nBcc: b@shop.example' }],
  ['a name with a line break', { firstName: 'A\nB' }],
  ['a number as a name', { lastName: 7 }],
])('refuses an invitation with %s', async (_name, wrong) => {
  const { send } = await signedInAs('admin')
  const answer = await send('/auth/invite_user', invitation(wrong))
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'Invalid request body' })
  expect(await db.query(sql`select from people where email = ${email}`)).toEqual([])
})

describe('abuse 46:', () => {
  test('refuses an accepted invitation', async () => {
    const { send } = await signedInAs('admin')
    const made = await invited(send)
    const first = await accept(made)
    expect(first.answer.status).toBe(422)
    expect((await accept(made)).answer.status).toBe(403)
    expect((await accept(made, first.browser)).answer.status).not.toBe(422)
  })

  test('voids an invitation after five guesses', async () => {
    const { send } = await signedInAs('admin')
    const made = await invited(send)
    const wrong = { ...made, code: made.code === '000000' ? '000001' : '000000' }
    const { browser, flow } = await accept(wrong)
    if (!flow) throw new Error('The invitation did not open')
    for (let guess = 1; guess < 5; guess++) {
      const answer = await browser.submit('recovery', flow, { method: 'code', code: wrong.code })
      expect(readMessageIds(await readShownFlow(answer))).toEqual([4060006])
    }
    expect((await browser.submit('recovery', flow, { method: 'code', code: made.code })).status).toBe(303)
    expect((await browser.whoami()).status).toBe(401)
  })

  test('ends an invitation after a day', async () => {
    const { send } = await signedInAs('admin')
    const made = await invited(send)
    service.pass(24 * 3_600_000)
    expect((await accept(made)).answer.status).toBe(403)
  })
})

const again = (send: Awaited<ReturnType<typeof signedInAs>>['send'], id: string) =>
  send(`/auth/${id}/resend_invite`, {})

const idOf = async (address: string) =>
  (await db.query<{ id: string }>(sql`select id from people where email = ${address}`))[0]?.id ?? ''

describe('another link', () => {
  test('works and voids the one before', async () => {
    const { send } = await signedInAs('admin')
    const first = await invited(send)
    const opened = new Browser(service)
    await opened.send(`/self-service/recovery/flows?id=${new URL(first.link).searchParams.get('flow')}`)
    const second = (await (await again(send, await idOf(email))).json()) as Made
    expect(second.link).not.toBe(first.link)
    expect((await accept(first, opened)).answer.status).toBe(200)
    expect((await opened.whoami()).status).toBe(401)
    expect((await accept(second)).answer.status).toBe(422)
  })

  test('does not waive the second factor', async () => {
    const { send } = await signedInAs('admin')
    const other = await createTestAccount(service, { totp: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
    const made = (await (await again(send, other.id)).json()) as Made
    const { browser } = await accept(made)
    expect(await describeRefusal(await browser.whoami())).toBe('403 session_aal2_required')
  })

  test.each([
    ['nobody', async () => '9b2f7a5e-4f57-4a2c-8f0e-3f5a0f3e9a11'],
    ['an invalid id', async () => 'x'],
    [
      'a disabled account',
      async () => {
        const { id } = await createTestAccount(service)
        await db.run(sql`update identity.identities set state = 'inactive' where id = ${id}`)
        return id
      },
    ],
  ])('does not exist for %s', async (_name, idFor) => {
    const { send } = await signedInAs('admin')
    expect((await again(send, await idFor())).status).toBe(404)
  })
})

describe('abuse 49:', () => {
  test.each(['editor', 'viewer', 'commander', 'responder', 'guest', undefined])(
    'refuses invitations and outbox reads by the role %s',
    async (role) => {
      const { id, send } = await signedInAs(role)
      expect((await send('/auth/invite_user', invitation())).status).toBe(403)
      expect((await send(`/auth/${id}/resend_invite`, {})).status).toBe(403)
      expect((await send('/auth/outbox')).status).toBe(403)
      expect(await db.query(sql`select from people where email = ${email}`)).toEqual([])
    }
  )

  test('refuses signed-out callers', async () => {
    const send = application(new Browser(service))
    expect((await send('/auth/invite_user', invitation())).status).toBe(401)
    expect((await send('/auth/outbox')).status).toBe(401)
  })

  test('does not apply the same guard to other routes', async () => {
    const { send } = await signedInAs('viewer')
    expect((await send('/properties')).status).toBe(200)
    expect((await send('/db/checks')).status).toBe(200)
  })
})

test('notifies the owner of an address that an administrator replaces', async () => {
  const admin = await signedInAs('admin')
  const other = await createTestAccount(service)
  const update = (change: object) => admin.send('/people/update', { id: other.id, ...change })
  expect((await update({ lastName: 'Hopper' })).status).toBe(200)
  expect((await update({ email: `new-${other.email}` })).status).toBe(200)
  const told = await db.query(sql`
    select template, body like ${`%now new-${other.email}.%`} as names_it from identity.courier_messages
    where recipient = ${other.email}`)
  expect(told).toEqual([{ template: 'email_changed', names_it: true }])
})

test('lists the newest messages of the outbox first', async () => {
  const { send } = await signedInAs('admin')
  await invited(send)
  service.pass(1000)
  const later = `later-${email}`
  const { code } = await invited(send, { email: later })
  const outbox = (await (await send('/auth/outbox')).json()) as { recipient: string; status: string; body: string }[]
  expect(outbox.slice(0, 2).map(({ recipient, status }) => `${status} ${recipient}`)).toEqual([
    `queued ${later}`,
    `queued ${email}`,
  ])
  expect(outbox[0]?.body).toContain(code)
})

/** Messages to one domain, to exclude those of other tests. */
async function withMessages() {
  const domain = `${crypto.randomUUID()}.example`
  const messages = [
    { name: 'ada', subject: 'You are invited', status: 'queued', sends: 0 },
    { name: 'ben', subject: 'a code to recover', status: 'queued', sends: 3 },
    { name: 'cleo', subject: 'You are invited', status: 'sent', sends: 1 },
    { name: 'dan', subject: 'B code to recover', status: 'failed', sends: 8 },
  ]
  for (const [minute, { name, subject, status, sends }] of messages.entries())
    await db.run(sql`
      insert into identity.courier_messages (status, recipient, template, subject, body, send_count, created_at)
      values (${status}, ${`${name}@${domain}`}, 'test', ${subject}, '', ${sends}, ${new Date(minute * 60_000)})`)
  const { send } = await signedInAs('admin')
  return async (query: Record<string, string>) => {
    const search = [domain, query['search']].filter(Boolean).join(' ')
    const answer = await send(`/auth/outbox?${new URLSearchParams({ ...query, search })}`)
    const rows = (await answer.json()) as { recipient: string; id: string }[]
    const names = rows.map(({ recipient }) => recipient.split('@')[0]).join(' ')
    return { told: `${names} ${answer.headers.get('Content-Range')}`, rows, send }
  }
}

test.each([
  ['everything, newest first', {}, 'dan cleo ben ada 0-3/4'],
  ['a page with the total', { limit: '2', offset: '1' }, 'cleo ben 1-2/4'],
  ['a page beyond the end', { offset: '9' }, ' */4'],
  ['an order by subject, ignoring case', { order: 'subject.asc' }, 'ben dan cleo ada 0-3/4'],
  ['an order by address', { order: 'recipient.asc' }, 'ada ben cleo dan 0-3/4'],
  ['a descending order by state name', { order: 'state.desc' }, 'ada cleo ben dan 0-3/4'],
  ['an order by age', { order: 'created_at.asc' }, 'ada ben cleo dan 0-3/4'],
  ['some states', { 'state.filter': 'waiting,retried' }, 'ben ada 0-1/2'],
  ['all states but one', { 'state.filter': '!sent' }, 'dan ben ada 0-2/3'],
  ['all words, in the subject and the state name', { search: 'RECOVER failed' }, 'dan 0-0/1'],
  ['wildcards as plain text', { search: '%' }, ' */0'],
  ['a start time', { from: '1970-01-01T00:02:00Z' }, 'dan cleo 0-1/2'],
  ['an end time', { to: '1970-01-01T01:02:00+01:00' }, 'ben ada 0-1/2'],
] as const)('returns from the outbox %s', async (_name, query, expected) => {
  const ask = await withMessages()
  expect((await ask(query)).told).toBe(expected)
})

test('returns one message by id, and refuses invalid queries', async () => {
  const ask = await withMessages()
  const { rows, send } = await ask({ search: 'cleo' })
  const byId = async (id = '') => (await (await send(`/auth/outbox?id=${id}`)).json()) as unknown
  expect(await byId(rows[0]?.id)).toMatchObject([{ id: rows[0]?.id }])
  expect(await byId(crypto.randomUUID())).toEqual([])
  for (const wrong of ['id=1', 'limit=-1', 'limit=1001', 'order=body.asc', 'order=subject;drop.asc', 'offset=x'])
    expect((await send(`/auth/outbox?${wrong}`)).status).toBe(400)
})

test('requires a recent sign-in to create a token', async () => {
  const { id, email: own, browser, send } = await signedInAs('editor')
  const make = (name: string) => send(`/auth/${id}/tokens`, { name })
  service.pass(15 * 60_000 - 1)
  expect((await make('ci')).status).toBe(201)
  service.pass(1)
  const answer = await make('other')
  expect([answer.status, await answer.json()]).toEqual([
    403,
    {
      error: expect.objectContaining({ id: 'session_refresh_required', code: 403 }),
      redirect_browser_to: `${IDENTITY_ORIGIN}/api/.ory/self-service/login/browser?refresh=true`,
    },
  ])
  // Listing and revoking require no recent sign-in.
  const tokens: unknown = await (await send(`/auth/${id}/tokens`)).json()
  expect(tokens).toHaveLength(1)
  const flow = await browser.begin('login', '?refresh=true')
  await browser.submit('login', flow, { method: 'password', identifier: own, password: PASSWORD })
  expect((await make('other')).status).toBe(201)
})
