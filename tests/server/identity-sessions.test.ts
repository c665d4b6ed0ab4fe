import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { createTestAccount, Browser, IDENTITY_ORIGIN, describeRefusal, testService } from '../helpers/identity'

// The list of sessions, and unsupported parts of the protocol.

const db = await testDatabase()
const service = await testService(db)

type Listed = { id: string }[]

/** A user who is signed in here and in other browsers. */
async function signedIn(others: number) {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  for (let count = 0; count < others; count++) {
    service.pass(1000)
    await new Browser(service).signIn(email)
  }
  return { id, email, browser }
}

async function page(browser: Browser, path: string) {
  const answer = await browser.send(path)
  expect(answer.status).toBe(200)
  const links = (answer.headers.get('Link') ?? '').split(',').map((link) => /^<([^>]+)>; rel="(\w+)"$/.exec(link) ?? [])
  return {
    ids: ((await answer.json()) as Listed).map(({ id }) => id),
    total: answer.headers.get('X-Total-Count'),
    links: Object.fromEntries(links.map(([, address = '', rel = '']) => [rel, new URL(address)])),
  }
}

const pathOf = ({ origin, pathname, search }: URL) => {
  expect([origin, pathname]).toEqual([IDENTITY_ORIGIN, '/api/.ory/sessions'])
  return `/sessions${search}`
}

test('returns sessions in pages with links in both directions', async () => {
  const { browser } = await signedIn(5)
  const all = await page(browser, '/sessions')
  expect([all.ids.length, all.total, Object.keys(all.links)]).toEqual([5, '5', ['first', 'last']])

  const first = await page(browser, '/sessions?page_size=2')
  expect([first.ids, first.total]).toEqual([all.ids.slice(0, 2), '5'])
  expect(Object.keys(first.links)).toEqual(['first', 'next', 'last'])
  const second = await page(browser, pathOf(first.links['next'] as URL))
  expect([second.ids, Object.keys(second.links)]).toEqual([all.ids.slice(2, 4), ['first', 'prev', 'next', 'last']])
  const third = await page(browser, pathOf(second.links['next'] as URL))
  expect([third.ids, Object.keys(third.links)]).toEqual([all.ids.slice(4), ['first', 'prev', 'last']])
  expect((await page(browser, pathOf(third.links['prev'] as URL))).ids).toEqual(second.ids)
  expect((await page(browser, pathOf(first.links['last'] as URL))).ids).toEqual(third.ids)
  expect((await page(browser, pathOf(third.links['first'] as URL))).ids).toEqual(first.ids)
})

test('accepts page numbers of older clients', async () => {
  const { browser } = await signedIn(3)
  const all = await page(browser, '/sessions?per_page=1000')
  const second = await page(browser, '/sessions?per_page=2&page=1')
  expect([second.ids, second.total]).toEqual([all.ids.slice(2), '3'])
  expect(Object.keys(second.links)).toEqual(['first', 'prev', 'last'])
})

test('returns one page for an empty list', async () => {
  const { browser } = await signedIn(0)
  const { ids, total, links } = await page(browser, '/sessions')
  expect([ids, total, Object.keys(links)]).toEqual([[], '0', ['first', 'last']])
})

test.each([
  ['page_size=x', 3],
  ['page_size=', 3],
  ['page_size=0', 1],
  ['page_size=-5', 1],
  ['page_size=999999999999', 3],
  ['page_size=1e3', 3],
  ['page_size=1.5', 3],
  ['per_page=x&page=y', 3],
  ['per_page=2&page=-1', 2],
  ['per_page=2&page=999999999999', 0],
  ['page_token=nonsense', 3],
  [`page_token=${Buffer.from('{"page":-1}').toString('base64url')}`, 3],
  [`page_token=${Buffer.from('{"page":1e99}').toString('base64url')}`, 3],
  [`page_token=${Buffer.from('{"page":"1; select 1"}').toString('base64url')}`, 3],
  [`page_token=${Buffer.from('[]').toString('base64url')}`, 3],
  ['page_token=%00', 3],
])('lists with ?%s %i of three', async (query, expected) => {
  const { browser } = await signedIn(3)
  const { ids, total } = await page(browser, `/sessions?${query}`)
  expect([ids.length, total]).toEqual([expected, '3'])
})

test('lists and counts only valid sessions of the account', async () => {
  const { browser, email } = await signedIn(2)
  await signedIn(2)
  const [ended] = (await page(browser, '/sessions')).ids
  const other = new Browser(service)
  await other.signIn(email)
  await browser.send(`/sessions/${ended}`, { method: 'DELETE' })
  const { ids, total } = await page(browser, '/sessions?page_size=1')
  expect([ids.length, total]).toEqual([1, '2'])
})

test('lists start, client and last use of each session', async () => {
  const { browser, email } = await signedIn(0)
  const phone = new Browser(service, { address: '192.0.2.44', headers: { 'User-Agent': 'Mozilla/5.0 (iPhone)' } })
  await phone.signIn(email)
  const begun = service.now().toISOString()
  service.pass(120_000)
  expect((await phone.whoami()).status).toBe(200)
  const list = (await (await browser.send('/sessions')).json()) as unknown[]
  expect(list).toMatchObject([
    {
      authenticated_at: begun,
      last_used_at: service.now().toISOString(),
      devices: [{ ip_address: '192.0.2.44', user_agent: 'Mozilla/5.0 (iPhone)' }],
    },
  ])
})

test('neither stores nor returns the last use when sessions have no idle limit', async () => {
  const { email } = await createTestAccount(service)
  const { config } = service
  const idle = { ...service, config: { ...config, lifetimes: { ...config.lifetimes, idleMs: null } } }
  const [here, there] = [new Browser(idle), new Browser(idle)]
  for (const browser of [here, there]) await browser.signIn(email)
  const [other] = (await (await here.send('/sessions')).json()) as object[]
  expect(other).not.toHaveProperty('last_used_at')
})

test.each([
  ['unchanged', (id: string) => id],
  ['in capital letters', (id: string) => id.toUpperCase()],
  ['encoded', (id: string) => encodeURIComponent(id).replaceAll('-', '%2D')],
  ['after a slash', (id: string) => `/${id}`],
  ['before a slash', (id: string) => `${id}/`],
  ['with a query', (id: string) => `${id}?identity=${id}`],
  ['after a dot', (id: string) => `./${id}`],
  ['after the own session', (id: string, own: string) => `${own}/../${id}`],
  ['with a comma', (id: string, own: string) => `${own},${id}`],
])('does not end a session of another user, %s', async (_how, write) => {
  const victim = await signedIn(0)
  const attacker = await signedIn(1)
  const { id } = (await (await victim.browser.whoami()).json()) as { id: string }
  const [own = ''] = (await page(attacker.browser, '/sessions')).ids
  const answer = await attacker.browser.send(`/sessions/${write(id, own)}`, { method: 'DELETE' })
  expect([204, 400, 404]).toContain(answer.status)
  expect(await (await attacker.browser.send('/sessions', { method: 'DELETE' })).json()).toHaveProperty('count')
  expect((await victim.browser.whoami()).status).toBe(200)
})

const forged = [
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': 'same-site', Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': undefined, Origin: 'https://evil.example' },
  { 'Sec-Fetch-Site': undefined, Origin: `${IDENTITY_ORIGIN}.evil.example` },
  { 'Sec-Fetch-Site': undefined, Origin: 'null' },
  { 'Sec-Fetch-Site': undefined, Origin: undefined, Referer: 'https://evil.example/' },
]
test.each(forged)('ends no session for a page of another site (%j)', async (headers) => {
  const { browser } = await signedIn(2)
  const [id = ''] = (await page(browser, '/sessions')).ids
  for (const path of ['/sessions', `/sessions/${id}`])
    expect(await describeRefusal(await browser.send(path, { method: 'DELETE' }, headers))).toBe(
      '403 security_csrf_violation'
    )
  expect((await page(browser, '/sessions')).ids).toHaveLength(2)
})

test('neither lists nor ends sessions without a session', async () => {
  const { browser, id } = await signedIn(0)
  const stranger = new Browser(service)
  const calls = [
    ['GET', '/sessions'],
    ['GET', '/sessions?page_size=1'],
    ['DELETE', '/sessions'],
    ['DELETE', `/sessions/${id}`],
    ['DELETE', '/sessions/x'],
  ] as const
  for (const [method, path] of calls)
    expect([path, await describeRefusal(await stranger.send(path, { method }))]).toEqual([path, '401 session_inactive'])
  expect((await browser.whoami()).status).toBe(200)
})

test('writes no audit entry for an unknown session', async () => {
  const { browser, id } = await signedIn(1)
  const [theirs = ''] = (await page(browser, '/sessions')).ids
  for (const one of [theirs, theirs, 'c0a8012e-0000-4000-8000-000000000000'])
    expect((await browser.send(`/sessions/${one}`, { method: 'DELETE' })).status).toBe(204)
  const rows = await db.query(sql`
    select from identity.audit where identity_id = ${id} and event = 'session.revoked'`)
  expect(rows).toHaveLength(1)
})

test('does not end this session by its id in any notation', async () => {
  const { browser } = await signedIn(0)
  const { id } = (await (await browser.whoami()).json()) as { id: string }
  for (const one of [id, id.toUpperCase()])
    expect(await describeRefusal(await browser.send(`/sessions/${one}`, { method: 'DELETE' }))).toBe('400')
  expect((await browser.whoami()).status).toBe(200)
})

test.each([
  ['login', 'login_challenge=abc'],
  ['login', 'login_challenge='],
  ['registration', 'login_challenge=abc'],
  ['recovery', 'return_to=/&login_challenge=abc'],
])('refuses a flow of %s for a sign-in elsewhere (%s) with a reason', async (kind, query) => {
  const open = { ...service, config: { ...service.config, registration: true } }
  const answer = await new Browser(open).send(`/self-service/${kind}/browser?${query}`)
  expect(answer.status).toBe(400)
  expect(JSON.stringify(await answer.json())).toContain('Remove login_challenge')
})

test('refuses to convert a session to a token with a reason', async () => {
  const { browser } = await signedIn(0)
  for (const query of ['tokenize_as=jwt', 'tokenize_as=']) {
    const answer = await browser.send(`/sessions/whoami?${query}`)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(await answer.json())).toContain('Remove tokenize_as')
  }
  expect(await describeRefusal(await new Browser(service).send('/sessions/whoami?tokenize_as=jwt'))).toBe('401')
})

test.each([
  ...['login', 'registration', 'recovery', 'verification', 'settings', 'logout'].map(
    (kind) => `/self-service/${kind}/api`
  ),
  '/self-service/fed-cm/parameters',
  '/self-service/fed-cm/token',
  '/self-service/methods/oidc/callback/google',
  '/sessions/token-exchange?init_code=a&return_to_code=b',
  '/schemas',
  '/admin/identities',
  '/.well-known/ory/webauthn.js',
])('does not support %s (docs/identity.md, "What is not there")', async (path) => {
  const { browser } = await signedIn(0)
  for (const method of ['GET', 'POST'])
    expect([method, (await browser.send(path, { method })).status]).toEqual([method, 404])
})
