import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { defaultConfig, withRules } from '../../server/identity/config'
import { createFormQueue } from '../../server/identity/limits/form-queue'
import { storeLimits, restoreLimits } from '../../server/identity/limits/limit-store'
import { removeExpired } from '../../server/identity/service'
import { parseNetworks } from '../../server/platform/outside/networks'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  readShownFlow,
  readMessageIds,
  PASSWORD,
  describeRefusal,
  testService,
} from '../helpers/identity'

// Rate limits, disclosure, and cleanup.

const db = await testDatabase()
const service = await testService(db)

test.each([
  ['known', async () => (await createTestAccount(service)).email],
  ['unknown', async () => `nobody-${Math.random()}@shop.example`],
])('delays the eleventh wrong password for a %s name, increasingly', async (_name, name) => {
  const identifier = await name()
  const browser = new Browser(service)
  for (let guess = 0; guess < 10; guess++) expect((await browser.signIn(identifier, 'wrong')).status).toBe(400)
  const waits: (string | null)[] = []
  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
    const refused = await browser.signIn(identifier, 'wrong')
    waits.push(refused.headers.get('Retry-After'))
    expect(await describeRefusal(refused)).toBe('429')
    service.pass(wait * 1000)
    expect((await browser.signIn(identifier, 'wrong')).status).toBe(400)
  }
  expect(waits).toEqual(['1', '2', '4', '8', '16', '32', '60', '60'])
})

test('locks no user out by guesses from elsewhere, and clears the count with the right password', async () => {
  const { email } = await createTestAccount(service)
  const attacker = new Browser(service)
  for (let guess = 0; guess < 12; guess++) await attacker.signIn(email, 'wrong')
  expect((await attacker.signIn(email)).status).toBe(429)
  const browser = new Browser(service)
  for (let guess = 0; guess < 9; guess++) await browser.signIn(email, 'wrong')
  expect((await browser.signIn(email)).status).toBe(200)
  const again = new Browser(service, { address: browser.address })
  for (let guess = 0; guess < 10; guess++) expect((await again.signIn(email, 'wrong')).status).toBe(400)
})

test('allows one address fifty wrong passwords per quarter of an hour for all names', async () => {
  const browser = new Browser(service)
  // Fewer for each name than one account allows.
  const names = Array.from({ length: 51 }, (_, index) => `n${index % 10}@shop.example`)
  const statuses: number[] = []
  for (const name of names) statuses.push((await browser.signIn(name, 'wrong')).status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(50)
  expect(statuses.at(-1)).toBe(429)
})

test('signs a new device in while another client of its address opens sixty forms a minute and more', async () => {
  const { email } = await createTestAccount(service)
  const attacker = new Browser(service)
  for (let count = 0; count < 65; count++) await attacker.begin('login')
  expect((await new Browser(service, { address: attacker.address }).signIn(email)).status).toBe(200)
})

test('refuses forms of one address only while a hundred of them wait', async () => {
  const attacker = new Browser({ ...service, formQueue: createFormQueue(1) })
  const flood = await Promise.all(Array.from({ length: 165 }, () => attacker.send('/self-service/login/browser')))
  const refused = flood.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.headers.get('Retry-After')).toBe('1')
  await attacker.begin('login')
})

test('removes forms that nobody submitted an hour after they expire', async () => {
  const browser = new Browser(service)
  const [unused, used] = [await browser.begin('login'), await browser.begin('login')]
  service.pass(1000)
  await browser.submit('login', used, { method: 'password', identifier: 'nobody@shop.example', password: 'wrong' })
  service.pass(75 * 60_000)
  await removeExpired(service)
  const kept = await db.query<{ id: string }>(sql`select id from identity.flows where id in (${unused.id}, ${used.id})`)
  expect(kept).toEqual([{ id: used.id }])
})

test('removes junk counts of an address', async () => {
  const browser = new Browser(service)
  const nonsense = () =>
    browser.post('/self-service/login?flow=x', {}, { Accept: 'text/html', 'Content-Type': 'text/plain' })
  for (let count = 0; count < 60; count++) expect((await nonsense()).status).toBe(303)
  const refused = await nonsense()
  expect([refused.status, await refused.text()]).toEqual([415, 'Send JSON or a form.'])
})

test('abuse 36: ignores an address in a header', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  const lying = async (index: number) => {
    const headers = { 'X-Forwarded-For': `203.0.113.${index}`, 'X-Real-Ip': `203.0.113.${index}` }
    const liar = new Browser(service, { address: browser.address, headers })
    return liar.signIn(email, 'wrong')
  }
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) statuses.push((await lying(index)).status)
  expect(statuses.at(-1)).toBe(429)
})

test('abuse 36: trusts known proxies, but no client behind them', async () => {
  const behind = { ...service, config: { ...service.config, trustedProxies: parseNetworks('192.0.2.0/28') ?? [] } }
  const { email } = await createTestAccount(service)
  const through = async (forwarded: string, address = '192.0.2.1') => {
    const browser = new Browser(behind, { address, headers: { 'X-Forwarded-For': forwarded } })
    await browser.signIn(email)
    const { devices } = (await (await browser.whoami()).json()) as { devices: { ip_address: string }[] }
    return devices[0]?.ip_address
  }
  expect(await through('198.51.100.9')).toBe('198.51.100.9')
  expect(await through('1.1.1.1, 198.51.100.9')).toBe('198.51.100.9')
  expect(await through('198.51.100.9, 192.0.2.1')).toBe('198.51.100.9')
  expect(await through('198.51.100.9, ::ffff:192.0.2.1')).toBe('198.51.100.9')
  expect(await through('::ffff:c633:6409')).toBe('198.51.100.9')
  expect(await through('198.51.100.9', '::ffff:192.0.2.1')).toBe('198.51.100.9')
  expect(await through('no address')).toBe('192.0.2.1')
  expect(await through('198.51.100.9', '192.0.2.16')).toBe('192.0.2.16')
  // Any client can send from an IPv6 address that embeds the IPv4 address of a proxy.
  expect(await through('198.51.100.9', '2002:c000:201::1')).toBe('2002:c000:201::1')
})

test('abuse 36: ignores a host in a header', async () => {
  const publicUrl = new URL('https://console.example')
  const outside = { ...service, config: { ...service.config, publicUrl } }
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http', Forwarded: 'host=evil.example' }
  const browser = new Browser(outside, { origin: 'http://evil.example', headers })
  const flow = await browser.begin('login')
  expect(flow.ui.action).toMatch(/^https:\/\/console\.example\/api\/\.ory\//)
  expect(JSON.stringify(flow)).not.toContain('evil')
  const redirect = await browser.send('/self-service/login/browser', {}, { Accept: 'text/html' })
  expect(redirect.headers.get('Location')).toMatch(/^https:\/\/console\.example\/login\?flow=/)
})

test('abuse 47: refuses a disabled account', async () => {
  const { id, email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  await db.run(sql`update identity.identities set state = 'inactive' where id = ${id}`)
  expect((await browser.whoami()).status).toBe(401)
  const other = new Browser(service)
  expect(readMessageIds(await readShownFlow(await other.signIn(email, 'wrong')))).toEqual([4000006])
  expect(readMessageIds(await readShownFlow(await other.signIn(email)))).toEqual([4010011])
  expect(other.session).toBeUndefined()
})

test.each([
  ['http on loopback', undefined, 'http://localhost:3000', false],
  ['http on a loopback address', undefined, 'http://127.0.0.1:3000', false],
  ['https', 'https://console.example', 'https://console.example', true],
  ['https that ends at a proxy', 'https://console.example', 'http://10.0.0.5:3000', true],
])('abuse 53: sets cookies with %s', async (_name, publicUrl, asked, isSecure) => {
  const config = { ...service.config, ...(publicUrl && { publicUrl: new URL(publicUrl) }) }
  const { email } = await createTestAccount(service)
  const browser = new Browser({ ...service, config }, { origin: asked })
  const flow = await browser.begin('login')
  const created = browser.setCookies
  const body = {
    csrf_token: flow.ui.nodes[0]?.attributes.value,
    method: 'password',
    identifier: email,
    password: PASSWORD,
  }
  await browser.post(`/self-service/login?flow=${flow.id}`, body, { Origin: publicUrl ?? asked })
  const lines = [...created, ...browser.setCookies]
  expect(lines.map((line) => line.split('=')[0]?.replace(/_[0-9a-f]{64}$/, ''))).toEqual([
    'csrf_token',
    'ory_kratos_session',
    'csrf_token',
    'known_device',
  ])
  for (const line of lines) {
    const attributes = line.split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
    expect(attributes.includes('Secure')).toBe(isSecure)
    expect(line).not.toMatch(/domain/i)
  }
  expect(lines[1]).toContain('Max-Age=86400')
  expect(lines[3]).toContain('Max-Age=15552000')

  const { logout_token: token } = (await (await browser.send('/self-service/logout/browser')).json()) as {
    logout_token: string
  }
  await browser.send(`/self-service/logout?token=${token}`)
  const cleared = browser.setCookies.find((line) => line.startsWith('ory_kratos_session='))
  expect(cleared?.split('; ').toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=0',
    'Path=/',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
    'ory_kratos_session=',
  ])
})

test('marks every response as no-store', async () => {
  for (const path of ['/sessions/whoami', '/self-service/login/browser', '/nothing', '/self-service/errors?id=x']) {
    const { headers } = await new Browser(service).send(path)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Vary')).toBe('Cookie, Accept')
    expect(headers.get('Referrer-Policy')).toBe('same-origin')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('abuse 54: logs no secrets, even when everything fails', async () => {
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  const flow = await browser.begin('login', '?refresh=true')
  const broken = {
    ...service,
    passwords: { ...service.passwords, verify: () => Promise.reject(new Error('no memory')) },
  }
  const unlucky = new Browser(broken, { address: browser.address })
  for (const [name, value] of browser.cookies) unlucky.cookies.set(name, value)
  const body = { method: 'password', identifier: email, password: 'secret-password-of-mine' }
  expect((await unlucky.submit('login', flow, body)).status).toBe(500)
  const log = service.logged.join('\n')
  expect(log).toContain('no memory')
  for (const secret of ['secret-password-of-mine', flow.id, ...browser.cookies.values()])
    expect(log).not.toContain(secret)
})

test('applies the limits of the installation', async () => {
  const rules = { limits: { loginIdentifier: { most: 2, windowMs: 60_000 } } }
  const strict = await testService(db, withRules({ ...defaultConfig, argon2: service.config.argon2 }, rules))
  const browser = new Browser(strict)
  const guesses = ['a', 'b', 'c'].map(() => browser.signIn('ada@shop.example', 'wrong'))
  expect((await Promise.all(guesses)).map(({ status }) => status).toSorted()).toEqual([400, 400, 429])
})

test('keeps counts, including cleared ones, across restarts', async () => {
  const { email } = await createTestAccount(service)
  const other = await createTestAccount(service)
  const guesser = new Browser(service)
  for (let guess = 0; guess < 10; guess++) await guesser.signIn(email, 'wrong')
  await guesser.signIn(other.email, 'wrong')
  await storeLimits(service)
  await guesser.signIn(other.email)
  expect(await storeLimits(service)).toBeGreaterThan(0)
  expect(await storeLimits(service)).toBe(0)

  const restarted = { ...service, limits: (await testService(db)).limits }
  await restoreLimits(restarted)
  const again = new Browser(restarted, { address: guesser.address })
  expect((await again.signIn(email)).status).toBe(429)
  expect((await again.signIn(other.email)).status).toBe(200)
  const counts = await db.query<{ key: string }>(sql`select key from identity.counts`)
  expect(JSON.stringify(counts)).not.toContain(email)
  expect(counts.some(({ key }) => key.startsWith('flowCreation'))).toBe(false)

  service.pass(2 * 3_600_000)
  await removeExpired(service)
  expect(await db.query(sql`select from identity.counts`)).toEqual([])
})

const kept = async () =>
  (
    await db.query<{ count: number }>(sql`
    select (select count(*) from identity.flows) + (select count(*) from identity.sessions) as count`)
  )[0]?.count

test('removes expired rows', async () => {
  for (let count = 0; count < 12; count++) await new Browser(service).begin('login')
  expect(await kept()).toBeGreaterThan(10)
  service.pass(49 * 3_600_000)
  expect(await removeExpired(service)).toBeGreaterThan(10)
  expect(await kept()).toBe(0)
})
