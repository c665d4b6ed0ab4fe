import { expect, test } from 'vitest'
import { testDatabase } from '../helpers/database'
import { createTestAccount, Browser, testService } from '../helpers/identity'
import { builtPages, type Mode, modes, PASSWORD_OF_ALL, PUBLIC_URL, SECRET_FILE, serveConsole } from '../helpers/served'
import { offeredRelations } from '../../server/identity/access/relations'
import { sql } from '../../server/data/db/sql'

// The whole server over real connections, in each deployment mode: headers of every response, refused writes, and
// paths.

const db = await testDatabase()
const folder = await builtPages()
const consoles = {
  none: await serveConsole(db, 'none', folder),
  basic: await serveConsole(db, 'basic', folder),
  accounts: await serveConsole(db, 'accounts', folder),
  shared: await serveConsole(db, 'shared', folder),
}

const service = await testService(db, { requiredAal: 'aal1' })
const { id: ada, email } = await createTestAccount(service)
await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${ada}, 'admin')`)
const browser = new Browser(service)
await browser.signIn(email)

/** The credentials that the browser of an administrator sends automatically. */
const ambient: Readonly<Record<Mode, Record<string, string>>> = {
  none: {},
  basic: { Authorization: `Basic ${btoa(`me:${PASSWORD_OF_ALL}`)}` },
  accounts: { Cookie: `ory_kratos_session=${browser.session}` },
  shared: { Cookie: `ory_kratos_session=${browser.session}` },
}

test.each(modes)('%s: signs in the administrator of these tests', async (mode) => {
  const answer = await consoles[mode].ask('GET', '/api/auth/whoami', { headers: ambient[mode] })
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('"admin"')])
})

/** One of every kind of response: found and not, files and data, refused for each reason, failed. */
const kinds: readonly (readonly [string, string, string, Record<string, string>, string?])[] = [
  ['the page', 'GET', '/', {}],
  ['a route of the page', 'GET', '/health?checkId=1', {}],
  ['a script', 'GET', '/assets/app-1a2b.js', {}],
  ['a missing script', 'GET', '/assets/gone.js', {}],
  ['a write to a page', 'POST', '/', {}],
  ['a method that nobody knows', 'PROPFIND', '/', {}],
  [
    'a preflight',
    'OPTIONS',
    '/api/db/checks',
    { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' },
  ],
  ['the configuration', 'GET', '/console-config.json', {}],
  ['data', 'GET', '/api/db/checks', {}],
  ['data without a body', 'HEAD', '/api/db/checks', {}],
  ['data as a table', 'GET', '/api/db/checks', { Accept: 'text/csv' }],
  ['a wrong question', 'GET', '/api/db/checks?no_such=eq.1', {}],
  ['what is hidden', 'GET', '/api/db/access_tokens', {}],
  ['what does not exist', 'GET', '/api/no/such', {}],
  ['a broken body', 'POST', '/api/db/properties', { 'Content-Type': 'application/json' }, '{'],
  ['a form', 'POST', '/api/db/properties', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=b'],
  ['a foreign write', 'POST', '/api/db/properties', { 'Sec-Fetch-Site': 'cross-site' }, '{}'],
  ['a foreign name', 'GET', '/', { Host: 'rebound.example' }],
  ['nobody', 'GET', '/api/db/checks', { Authorization: '', Cookie: '' }],
  ['sign-in', 'GET', '/api/.ory/self-service/login/browser', { Accept: 'application/json' }],
  ['sign-in with redirects', 'GET', '/api/.ory/self-service/login/browser', { Accept: 'text/html' }],
]

const csp = new Map([
  ['default-src', "'self'"],
  ['script-src', "'self'"],
  ['style-src', "'self'"],
  ['img-src', "'self' data:"],
  ['font-src', "'self'"],
  ['connect-src', "'self'"],
  ['object-src', "'none'"],
  ['base-uri', "'none'"],
  ['form-action', "'self'"],
  ['frame-ancestors', "'none'"],
])

test.each(modes.flatMap((mode) => kinds.map((kind) => ({ mode, name: kind[0], kind }))))(
  '$mode: $name carries the security headers',
  async ({ mode, kind: [, method, path, headers, body] }) => {
    const all = Object.entries({ ...ambient[mode], ...headers }).filter(([, value]) => value !== '')
    const answer = await consoles[mode].ask(method, path, { headers: Object.fromEntries(all), ...(body && { body }) })
    expect(answer.status).toBeLessThan(500)
    const policy = new Map(
      String(answer.headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)])
    )
    expect(policy).toEqual(csp)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    // No other origin may read anything, and no header reveals the server software.
    const told = Object.keys(answer.headers)
    expect(told.filter((name) => /^access-control-|^server$|^x-powered-by$/.test(name))).toEqual([])
    // No cache stores API responses, including refusals, except reads in the browser's own cache.
    const isRead = answer.status === 200 && path.startsWith('/api/db/') && headers['Accept'] === undefined
    const { 'cache-control': kept, vary = '' } = answer.headers
    const isOneBrowsers = /^private, no-cache$/.test(kept ?? '') && /\bAuthorization, Cookie\b/.test(vary)
    expect(!path.startsWith('/api/') || (isRead ? isOneBrowsers : kept === 'no-store')).toBe(true)
  }
)

test.each(modes)('%s: responds to invalid HTTP without own content', async (mode) => {
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
  ]) {
    const text = await consoles[mode].tell(bytes)
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(text).not.toMatch(/node|stack|at .*\.ts|title/i)
  }
})

test.each(modes)('%s: refuses a request that contains two', async (mode) => {
  const { tell, host } = consoles[mode]
  const text = await tell(
    `POST /api/db/properties HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  )
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text).not.toContain('the one page')
})

/** Every write: the routes, and each relation by each method. */
const writes: (readonly [string, string])[] = [
  ...consoles.accounts.routes
    .filter(({ method, path }) => method !== 'GET' && !path.includes('*'))
    .map(({ method, path }) => [method, path.replace(/:\w+(?:\{.*?\}\})?/g, ada)] as const),
  ...offeredRelations.flatMap((relation) =>
    (relation.startsWith('rpc/') ? ['POST'] : ['POST', 'PATCH', 'DELETE', 'PUT']).map(
      (method) => [method, `/api/db/${relation}?id=eq.${ada}`] as const
    )
  ),
  ...['login', 'registration', 'recovery', 'verification', 'settings'].map(
    (kind) => ['POST', `/api/.ory/self-service/${kind}?flow=${ada}`] as const
  ),
]

/** The headers of a request that a page elsewhere made a browser send. */
const foreign: readonly (readonly [string, Record<string, string>])[] = [
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ['another port or subdomain', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.console.example' }],
  ['another site, by an old browser', { Origin: 'https://evil.example' }],
  ['a sandboxed frame', { Origin: 'null' }],
]

test.each(modes.flatMap((mode) => foreign.map(([name, headers]) => [mode, name, headers] as const)))(
  '%s: refuses every write from %s',
  async (mode, _name, headers) => {
    expect(writes.length).toBeGreaterThan(300)
    const before = await fingerprint()
    const json = { 'Content-Type': 'application/json' }
    const taken: string[] = []
    for (const [method, path] of writes) {
      const all = { ...ambient[mode], ...json, ...headers }
      const { status } = await consoles[mode].ask(method, path, { headers: all, body: '{"name":"forged"}' })
      if (status !== 403) taken.push(`${method} ${path}: ${status}`)
    }
    expect(taken).toEqual([])
    expect(await fingerprint()).toEqual(before)
  },
  60_000
)

const fingerprint = () =>
  db.query(sql`
    select (select count(*) from properties) as properties, (select count(*) from people) as people,
      (select count(*) from identity.flows) as flows, (select count(*) from access_tokens) as tokens,
      (select count(*) from permissions) as permissions, (select count(*) from connections) as connections`)

test.each(modes)('%s: accepts writes of the console itself', async (mode) => {
  const { ask, origin } = consoles[mode]
  const headers = {
    ...ambient[mode],
    'Content-Type': 'application/json',
    'Sec-Fetch-Site': 'same-origin',
    Origin: origin,
  }
  const body = JSON.stringify({ name: `by ${mode}`, value: '1' })
  expect((await ask('POST', '/api/db/properties', { headers, body })).status).toBe(201)
})

/** Known path traversal attacks, and paths to internal files. */
const traversals = [
  ...['..', '%2e%2e', '.%2e', '%2E%2E', '%252e%252e', '..%00', '..;', '....', '%c0%ae%c0%ae', '%uff0e%uff0e'].flatMap(
    (up) =>
      ['/', '%2f', '%252f', '\\', '%5c', '//', '/./'].flatMap((slash) => [
        `/${up}${slash}secret.txt`,
        `/assets/${up}${slash}${up}${slash}secret.txt`,
        `/view/${up}${slash}${up}${slash}secret.txt`,
      ])
  ),
  '//secret.txt',
  '/../console-secrets/secret.txt',
  '/..%2fconsole-secrets/secret.txt',
  `/${folder}/../secret.txt`,
  `/${encodeURIComponent(`${folder}/../secret.txt`)}`,
  `//${folder}/../secret.txt`,
  '/secret.txt%00.js',
  '/.env',
  '/%2eenv',
  '/assets/../.env',
  '/.link',
  '/%2elink',
  '/assets/%00',
  '/%',
  '/%zz',
  '/%ff%fe',
  'file:///etc/passwd',
  'http://other.example/../secret.txt',
  '/C:%5cwindows%5cwin.ini',
  '/etc/passwd',
  '/%2fetc%2fpasswd',
  '//etc/passwd',
  '/index.html/../../secret.txt',
]

test.each(modes)('%s: serves no path outside the folder', async (mode) => {
  expect(traversals.length).toBeGreaterThan(200)
  const led: string[] = []
  for (const path of traversals) {
    for (const method of ['GET', 'HEAD']) {
      const { status, body, headers } = await consoles[mode].ask(method, path, { headers: ambient[mode] })
      // The page is served for every path that is not a file, and no other content.
      const isFine = status < 500 && !body.includes(SECRET_FILE) && !body.includes('root:') && !headers.location
      const isOurs = status !== 200 || method === 'HEAD' || body.includes('the one page')
      if (!isFine || !isOurs) led.push(`${method} ${path}: ${status} ${body.slice(0, 50)}`)
    }
  }
  expect(led).toEqual([])
})

test.each(modes)('%s: does not reveal whether a file outside the folder exists', async (mode) => {
  const ask = (path: string) => consoles[mode].ask('GET', path, { headers: ambient[mode] })
  for (const [there, absent] of [
    ['/..%2fsecret.txt', '/..%2fabsent.txt'],
    ['/.env', '/.absent'],
    ['/.link', '/.absent'],
  ] as const) {
    const [one, other] = [await ask(there), await ask(absent)]
    expect([one.status, one.body]).toEqual([other.status, other.body])
  }
})

test.each(modes)('%s: never redirects to an address from the request', async (mode) => {
  const { ask } = consoles[mode]
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
  ]
  for (const target of elsewhere) {
    const value = encodeURIComponent(target)
    for (const path of [
      `/${target}`,
      `//evil.example/%2e%2e`,
      `/login?return_to=${value}`,
      `/api/.ory/self-service/login/browser?return_to=${value}`,
      `/api/.ory/self-service/logout/browser?return_to=${value}`,
      `/api/.ory/self-service/logout?token=x&return_to=${value}`,
    ]) {
      for (const headers of [ambient[mode], { ...ambient[mode], 'X-Forwarded-Host': 'evil.example' }]) {
        const { status, headers: answered } = await ask('GET', path, { headers: { ...headers, Accept: 'text/html' } })
        const location = String(answered.location ?? '/')
        expect([path, status < 500, new URL(location, 'https://here.example').hostname]).toEqual([
          path,
          true,
          expect.stringMatching(/^(?:here\.example|127\.0\.0\.1|console\.example)$/),
        ])
      }
    }
  }
})

/** The attributes of the cookies of a new flow. */
const flagsOf = async (mode: 'accounts' | 'shared') => {
  const answer = await consoles[mode].ask('GET', '/api/.ory/self-service/login/browser', {
    headers: { Accept: 'application/json', 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': 'evil.example' },
  })
  const lines = answer.headers['set-cookie'] ?? []
  expect(lines.length).toBeGreaterThan(0)
  return lines.map((line) =>
    line
      .split('; ')
      .slice(1)
      .filter((part) => !part.startsWith('Max-Age'))
      .toSorted()
      .join('; ')
  )
}

test('sets cookies only for the address of the deployment', async () => {
  expect(new Set(await flagsOf('accounts'))).toEqual(new Set(['HttpOnly; Path=/; SameSite=Lax']))
  expect(new Set(await flagsOf('shared'))).toEqual(new Set(['HttpOnly; Path=/; SameSite=Lax; Secure']))
  expect(PUBLIC_URL).toMatch(/^https:/)
})
