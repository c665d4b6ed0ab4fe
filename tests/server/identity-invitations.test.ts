import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { mayReadRelation } from '../../server/identity/access/authorise'
import { readCaller } from '../../server/identity/access/people'
import type { AccessAction, AccessObject } from '../../src/shared/access/policy'
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

type Made = { link: string; mail_sent: boolean }
type Send = Awaited<ReturnType<typeof signedInAs>>['send']

async function invited(send: Send, more: object = {}): Promise<Made> {
  const answer = await send('/auth/invite_user', invitation(more))
  expect(answer.status).toBe(200)
  return (await answer.json()) as Made
}

const idIn = ({ link }: Pick<Made, 'link'>) => new URL(link).searchParams.get('invite') ?? ''

/** The query with which the console begins to register for an invitation. */
const beginning = (made: Pick<Made, 'link'>) =>
  `?return_to=${encodeURIComponent(`${IDENTITY_ORIGIN}/?invite=${idIn(made)}`)}`

const password = 'another battery, another horse'
const traits = (address = email) => ({
  'traits.email': address,
  'traits.name.first': 'Grace',
  'traits.name.last': 'Hopper',
})

/** Opens the link in a new browser, and registers. */
async function accept(made: Pick<Made, 'link'>, { address = email, browser = new Browser(service) } = {}) {
  const opened = await browser.send(`/self-service/registration/browser${beginning(made)}`)
  if (opened.status !== 200) return { browser, answer: opened }
  const flow = await readShownFlow(opened)
  const body = { method: 'password', password, transient_payload: { invite: idIn(made) }, ...traits(address) }
  return { browser, flow, answer: await browser.submit('registration', flow, body) }
}

const pending = () =>
  db.query(
    sql`select email, role, accepted_at is null as pending from invites where email = ${email} order by invited_at`
  )

test('lets eleven invited colleagues who share an address create accounts within an hour', async () => {
  const { send } = await signedInAs('admin')
  const address = '198.51.100.7'
  const statuses: number[] = []
  for (let colleague = 0; colleague < 11; colleague++) {
    const invitee = `colleague-${colleague}@shop.example`
    const made = await invited(send, { email: invitee })
    statuses.push((await accept(made, { address: invitee, browser: new Browser(service, { address }) })).answer.status)
  }
  expect(statuses).toEqual(Array.from({ length: 11 }, () => 200))
})

test('leads from an invitation to an account with the rights of the role', async () => {
  const { id: inviter, send } = await signedInAs('admin')
  const made = await invited(send, { email: ` ${email.toUpperCase()}` })
  expect(made).toEqual({
    link: expect.stringMatching(/^http:\/\/localhost:3000\/login\?invite=[\w-]{36}$/),
    mail_sent: false,
  })
  // An invitation is not an account yet.
  expect(await db.query(sql`select from people where email = ${email}`)).toEqual([])
  expect(await pending()).toEqual([{ email, role: 'editor', pending: true }])

  const { browser, flow, answer } = await accept(made)
  const { attributes } = flow?.ui.nodes.find((node) => node.attributes.name === 'traits.email') ?? {}
  expect(attributes?.value).toBe(email)
  expect(answer.status).toBe(200)
  // The address is not verified by a code: the administrator named it.
  expect(await answer.json()).toMatchObject({
    continue_with: [{ action: 'redirect_browser_to', redirect_browser_to: `${IDENTITY_ORIGIN}/` }],
  })
  const { payload } = await (await application(browser)('/auth/whoami')).json()
  expect(payload).toMatchObject({
    user: { name: 'Grace Hopper', email },
    roles: expect.arrayContaining(['editor', 'everyone']),
  })
  expect(await pending()).toEqual([{ email, role: 'editor', pending: false }])
  expect((await new Browser(service).signIn(email, password)).status).toBe(200)
  const events = await db.query(sql`
    select event, details from identity.audit where actor_id = ${inviter} order by id desc limit 1`)
  expect(events).toEqual([{ event: 'identity.invited', details: { role: 'editor' } }])
})

test('sends a message with the link', async () => {
  const { send } = await signedInAs('admin', withMail)
  const made = await invited(send)
  expect(made.mail_sent).toBe(true)
  const [mail] = await db.query<{ template: string; body: string }>(sql`
    select template, body from identity.courier_messages where recipient = ${email}`)
  expect(mail?.template).toBe('invitation')
  expect(mail?.body).toContain(made.link)
})

test('refuses to invite a user with an account or a pending invitation, without effect', async () => {
  const { send } = await signedInAs('admin')
  const made = await invited(send)
  const again = await send('/auth/invite_user', invitation({ email: ` ${email.toUpperCase()}`, role: 'admin' }))
  expect([again.status, await again.json()]).toEqual([409, { error: 'pending invite already exists' }])
  expect(await pending()).toEqual([{ email, role: 'editor', pending: true }])
  await accept(made)
  const known = await send('/auth/invite_user', invitation({ role: 'admin' }))
  expect([known.status, await known.json()]).toEqual([409, { error: 'user already exists' }])
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
  expect(await pending()).toEqual([])
})

describe('abuse 46:', () => {
  test('refuses an accepted, a withdrawn and an unknown invitation', async () => {
    const { send } = await signedInAs('admin')
    const made = await invited(send)
    expect((await accept(made)).answer.status).toBe(200)
    expect(await describeRefusal((await accept(made)).answer)).toBe('400 self_service_flow_disabled')
    const other = await invited(send, { email: `other-${email}` })
    await db.run(sql`delete from invites where id = ${idIn(other)}`)
    expect(await describeRefusal((await accept(other)).answer)).toBe('400 self_service_flow_disabled')
    for (const id of ['x', crypto.randomUUID()]) {
      const answer = (await accept({ link: `${IDENTITY_ORIGIN}/login?invite=${id}` })).answer
      expect(await describeRefusal(answer)).toBe('400 self_service_flow_disabled')
    }
  })

  test('refuses an invitation that is withdrawn while the form is open', async () => {
    const { send } = await signedInAs('admin')
    const made = await invited(send)
    const browser = new Browser(service)
    const flow = await readShownFlow(await browser.send(`/self-service/registration/browser${beginning(made)}`))
    await db.run(sql`delete from invites where id = ${idIn(made)}`)
    const answer = await browser.submit('registration', flow, { method: 'password', password, ...traits() })
    expect(await describeRefusal(answer)).toBe('400 self_service_flow_disabled')
    expect(await db.query(sql`select from people where email = ${email}`)).toEqual([])
  })

  test('accepts an invitation for its own address only, and once', async () => {
    const { send } = await signedInAs('admin')
    const made = await invited(send)
    const wrong = await accept(made, { address: `eve-${email}` })
    expect(wrong.answer.status).toBe(400)
    const { ui } = await readShownFlow(wrong.answer)
    const messages = ui.nodes.find((node) => node.attributes.name === 'traits.email')?.messages
    expect(messages?.map(({ id }) => id)).toEqual([4000001])
    const both = await Promise.all([accept(made), accept(made)])
    expect(both.map(({ answer }) => answer.status).toSorted()).toEqual([200, 400])
  })

  test('ends an invitation after a week, which can then be repeated', async () => {
    const { send, browser, email: own } = await signedInAs('admin')
    const made = await invited(send)
    service.pass(7 * 86_400_000)
    expect((await accept(made)).answer.status).toBe(400)
    await browser.signIn(own)
    expect((await accept(await invited(application(browser)))).answer.status).toBe(200)
  })
})

/** Creates an account that has another link. */
async function withLink(send: Send) {
  const other = await createTestAccount(service)
  return { ...other, ...((await (await again(send, other.id)).json()) as SignInLink) }
}

type SignInLink = { link: string; code: string; mail_sent: boolean }

/** Opens a sign-in link in a new browser and submits the code. */
async function useLink({ link, code }: Pick<SignInLink, 'link' | 'code'>, browser = new Browser(service)) {
  const id = new URL(link).searchParams.get('flow')
  const opened = await browser.send(`/self-service/recovery/flows?id=${id}`)
  if (opened.status !== 200) return { browser, answer: opened }
  const flow = await readShownFlow(opened)
  return { browser, flow, answer: await browser.submit('recovery', flow, { method: 'code', code }) }
}

const again = (send: Send, id: string) => send(`/auth/${id}/resend_invite`, {})

describe('a sign-in link', () => {
  test('works once and voids the one before', async () => {
    const { send } = await signedInAs('admin')
    const first = await withLink(send)
    const opened = new Browser(service)
    await opened.send(`/self-service/recovery/flows?id=${new URL(first.link).searchParams.get('flow')}`)
    const second = (await (await again(send, first.id)).json()) as SignInLink
    expect(second).toEqual({
      link: expect.stringMatching(/^http:\/\/localhost:3000\/recovery\?flow=[\w-]{36}$/),
      code: expect.stringMatching(/^\d{6}$/),
      mail_sent: false,
    })
    expect(second.link).not.toBe(first.link)
    expect((await useLink(first, opened)).answer.status).toBe(200)
    expect((await opened.whoami()).status).toBe(401)
    expect((await useLink(second)).answer.status).toBe(422)
    expect((await useLink(second)).answer.status).toBe(403)
  })

  test('is void after five guesses', async () => {
    const { send } = await signedInAs('admin')
    const made = await withLink(send)
    const wrong = { ...made, code: made.code === '000000' ? '000001' : '000000' }
    const { browser, flow } = await useLink(wrong)
    if (!flow) throw new Error('The link did not open')
    for (let guess = 1; guess < 5; guess++) {
      const answer = await browser.submit('recovery', flow, { method: 'code', code: wrong.code })
      expect(readMessageIds(await readShownFlow(answer))).toEqual([4060006])
    }
    expect((await browser.submit('recovery', flow, { method: 'code', code: made.code })).status).toBe(303)
    expect((await browser.whoami()).status).toBe(401)
  })

  test('ends after a day', async () => {
    const { send } = await signedInAs('admin')
    const made = await withLink(send)
    service.pass(24 * 3_600_000)
    expect((await useLink(made)).answer.status).toBe(403)
  })

  test('does not waive the second factor', async () => {
    const { send } = await signedInAs('admin')
    const other = await createTestAccount(service, { totp: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
    const made = (await (await again(send, other.id)).json()) as SignInLink
    const { browser } = await useLink(made)
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

const rights = (...allowed: (readonly [AccessObject, AccessAction])[]) =>
  allowed.map(([object, action]) => ({ id: 'na', subject: 'x', object, action, condition: 'true' }))

describe('abuse 49:', () => {
  test.each(['editor', 'viewer', 'commander', 'responder', 'guest', undefined])(
    'refuses invitations and outbox reads by the role %s',
    async (role) => {
      const { id, send } = await signedInAs(role)
      expect((await send('/auth/invite_user', invitation())).status).toBe(403)
      expect((await send(`/auth/${id}/resend_invite`, {})).status).toBe(403)
      expect((await send('/auth/outbox')).status).toBe(403)
      expect(await pending()).toEqual([])
    }
  )

  test('hides invitations from a caller who may read roles, because their ids are the secret of the links', async () => {
    const reading = rights(['rbac', 'read'], ['auth', 'read'])
    expect(mayReadRelation(reading)('invites')).toBe(false)
    expect(mayReadRelation([...reading, ...rights(['auth', 'update'], ['rbac', 'update'])])('invites')).toBe(true)
  })

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
  const { link } = await invited(send, { email: later })
  const outbox = (await (await send('/auth/outbox')).json()) as { recipient: string; status: string; body: string }[]
  expect(outbox.slice(0, 2).map(({ recipient, status }) => `${status} ${recipient}`)).toEqual([
    `queued ${later}`,
    `queued ${email}`,
  ])
  expect(outbox[0]?.body).toContain(link)
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
