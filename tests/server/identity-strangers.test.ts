import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { createPasswords } from '../../server/identity/credentials/passwords'
import { defaultConfig } from '../../server/identity/config'
import { IdentityError } from '../../server/identity/http/errors'
import { readExchange } from '../../server/identity/http/exchange'
import { createKeys } from '../../server/identity/keys'
import { storeLimits, restoreLimits } from '../../server/identity/limits/limit-store'
import { countPassword } from '../../server/identity/limits/attempts'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  cheapHashing,
  readShownFlow,
  readMessageIds,
  IDENTITY_ORIGIN,
  PASSWORD,
  testService,
  type TestService,
} from '../helpers/identity'

// Protection of account owners from other clients that use up rate limits, and the remaining bounds on guessing.

const db = await testDatabase()
const HOUR_MS = 3_600_000
const QUARTER_MS = HOUR_MS / 4

/** Separate limits, so that tests do not use up each other's. */
const fresh = () => testService(db)

/** The service with `delayed`: the clients whose forms were delayed, without the delay. */
function noteDelays(service: TestService) {
  const delayed: string[] = []
  return { ...service, delayed, formQueue: { takeTurn: async (client: string) => void delayed.push(client) } }
}

const statusOf = async (answer: Promise<Response>) => (await answer).status

let places = 0

/** Counts wrong passwords like the service, without forms and hashes, because there are hundreds. */
function counting(service: TestService, address = `10.${++places >> 8}.${places & 255}.9`) {
  return async (identifier: string) => {
    try {
      const exchange = readExchange(service, new Request(IDENTITY_ORIGIN), address)
      countPassword(service, exchange, { identifier, identityId: null })
      return 400
    } catch (error) {
      if (error instanceof IdentityError) return error.status
      throw error
    }
  }
}

/** Submits one form repeatedly, so that beginning forms does not count. */
async function guesser(service: TestService, address?: string) {
  const browser = new Browser(service, address === undefined ? {} : { address })
  const flow = await browser.begin('login')
  return (identifier: string, password = 'wrong') =>
    statusOf(browser.submit('login', flow, { method: 'password', identifier, password }))
}

async function knownDevice(service: TestService, address?: string) {
  const owner = await createTestAccount(service)
  const device = new Browser(service, address === undefined ? {} : { address })
  await device.signIn(owner.email)
  device.cookies.delete('ory_kratos_session')
  return { ...owner, device }
}

const deviceCookieOf = ({ cookies }: Browser) => [...cookies].find(([name]) => name.startsWith('known_device_'))

async function counted(times: number, what: (index: number) => Promise<number>) {
  const statuses: Record<number, number> = {}
  for (let index = 0; index < times; index++) {
    const status = await what(index)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

/** From as many addresses as necessary, ten attempts each. */
const attack = async (service: TestService, email: string, times: number) => {
  const statuses: Record<number, number> = {}
  for (let sent = 0; sent < times; sent += 10) {
    const guess = counting(service)
    for (const [status, count] of Object.entries(await counted(10, () => guess(email))))
      statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
  }
  return statuses
}

const ask = async (service: TestService, email: string, browser = new Browser(service), kind = 'recovery') =>
  statusOf(browser.submit(kind, await browser.begin(kind), { method: 'code', email }))
const mailsTo = async (email: string) => {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from identity.courier_messages where recipient = ${email}`
  )
  return row?.count
}

/** One name with an account, and one without. */
const names = async (service: TestService) => [
  (await createTestAccount(service)).email,
  `${randomUUID().slice(0, 8)}@shop.example`,
]

const totp = async (browser: Browser, totp_code: string) =>
  statusOf(browser.submit('login', await browser.begin('login', '?aal=aal2'), { method: 'totp', totp_code }))

describe('wrong passwords from a shared address', () => {
  const ADDRESS = '192.0.2.10'

  test('allow first sign-ins of others there after fifty', async () => {
    const service = await fresh()
    const guess = await guesser(service, ADDRESS)
    expect(await counted(60, (index) => guess(`n${index % 6}@shop.example`))).toEqual({ 400: 50, 429: 10 })
    for (let count = 0; count < 3; count++) {
      const { email } = await createTestAccount(service)
      expect(await statusOf(new Browser(service, { address: ADDRESS }).signIn(email))).toBe(200)
    }
  })

  test('leave three attempts per name there, up to five hundred in total', async () => {
    const service = await fresh()
    const guess = counting(service, ADDRESS)
    expect(await counted(50, (index) => guess(`n${index}@shop.example`))).toEqual({ 400: 50 })
    const { email } = await createTestAccount(service)
    for (const name of [email, 'nobody@shop.example'])
      expect(await counted(5, () => guess(name))).toEqual({ 400: 3, 429: 2 })
    // Including the right password, which would be a guess.
    expect(await statusOf(new Browser(service, { address: ADDRESS }).signIn(email))).toBe(429)
    expect(await counted(500, (index) => guess(`m${index}@shop.example`))).toEqual({ 400: 444, 429: 56 })
  })

  test('never keep a known device from signing in or opening forms', async () => {
    const { delayed, ...service } = noteDelays(await fresh())
    const { email, device } = await knownDevice(service, ADDRESS)
    const guess = counting(service, ADDRESS)
    await counted(12, () => guess(email))
    await counted(600, (index) => guess(`n${index}@shop.example`))
    const stranger = new Browser(service, { address: ADDRESS })
    expect(await counted(70, () => statusOf(stranger.send('/self-service/login/browser')))).toEqual({ 200: 70 })
    expect(delayed).toHaveLength(11)
    expect(await statusOf(stranger.send('/self-service/recovery/browser'))).toBe(200)
    expect(delayed).toHaveLength(12)
    expect(await statusOf(device.signIn(email))).toBe(200)
    expect(await statusOf(device.send('/self-service/settings/browser'))).toBe(200)
    expect(delayed).toHaveLength(12)
  })

  test('delay a known device after sixty forms a minute, shared by the devices of its account', async () => {
    const { delayed, ...service } = noteDelays(await fresh())
    const { email, device } = await knownDevice(service)
    const other = new Browser(service)
    await other.signIn(email)
    other.cookies.delete('ory_kratos_session')
    const begin = (index: number) => statusOf((index % 2 === 0 ? device : other).send('/self-service/login/browser'))
    expect(await counted(65, begin)).toEqual({ 200: 65 })
    expect(delayed).toHaveLength(5)
  })
})

describe('wrong passwords for one account from many addresses', () => {
  test('are limited to six hundred per hour, without refusing known devices', async () => {
    const service = await fresh()
    const { email, device } = await knownDevice(service)
    // Three hundred without restriction, then three from each of a hundred more addresses.
    expect(await attack(service, email, 1400)).toEqual({ 400: 600, 429: 800 })
    expect(await statusOf(new Browser(service).signIn(email))).toBe(429)
    expect(await statusOf(device.signIn(email))).toBe(200)
    service.pass(HOUR_MS + 1)
    expect(await statusOf(new Browser(service).signIn(email))).toBe(200)
  })

  test('do not lock the owner out on a new device with thirty addresses', async () => {
    const service = await fresh()
    const { email } = await createTestAccount(service)
    await attack(service, email, 320)
    const device = new Browser(service)
    expect(await statusOf(device.signIn(email, 'a typing error'))).toBe(400)
    expect(await statusOf(device.signIn(email))).toBe(200)
  })

  test('are limited to twenty-nine per quarter of an hour from one address', async () => {
    const service = await fresh()
    const { email } = await createTestAccount(service)
    const stranger = new Browser(service)
    const end = service.now().getTime() + QUARTER_MS
    let taken = 0
    for (;;) {
      const answer = await stranger.signIn(email, 'wrong')
      if (answer.status === 400) taken++
      else service.pass(Number(answer.headers.get('Retry-After')) * 1000)
      if (service.now().getTime() >= end) break
    }
    expect(taken).toBe(29)
  })
})

describe('a known device', () => {
  test('has ten guesses per quarter of an hour, then increasing waits, also in parallel', async () => {
    const service = await fresh()
    const { email, device } = await knownDevice(service)
    const flow = await device.begin('login')
    const send = () => device.submit('login', flow, { method: 'password', identifier: email, password: 'wrong' })
    const all = await Promise.all(Array.from({ length: 30 }, () => statusOf(send())))
    expect(all.filter((status) => status === 400)).toHaveLength(10)
    const waits: (string | null)[] = []
    for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
      waits.push((await send()).headers.get('Retry-After'))
      service.pass(wait * 1000)
      expect(await statusOf(send())).toBe(400)
    }
    expect(waits).toEqual(['1', '2', '4', '8', '16', '32', '60', '60'])
    // Another user at the same address is not affected.
    const { email: other } = await createTestAccount(service)
    expect(await statusOf(new Browser(service, { address: device.address }).signIn(other))).toBe(200)
  })

  test('is known only for accounts that it has had sessions of', async () => {
    const service = await fresh()
    const { email } = await createTestAccount(service)
    const stranger = await knownDevice(service, '192.0.2.20')
    const flow = await stranger.device.begin('login')
    const guess = (identifier: string, password = 'wrong') =>
      statusOf(stranger.device.submit('login', flow, { method: 'password', identifier, password }))
    expect(await counted(11, () => guess(email))).toEqual({ 400: 10, 429: 1 })
    expect(await guess(email, PASSWORD)).toBe(429)
    // Its own account is not affected by its attempts on another.
    expect(await guess(stranger.email, PASSWORD)).toBe(200)
  })

  test('is known for the last five accounts', async () => {
    const service = await fresh()
    const device = new Browser(service)
    const emails: string[] = []
    for (let count = 0; count < 6; count++) {
      const { email } = await createTestAccount(service)
      emails.push(email)
      device.cookies.delete('ory_kratos_session')
      expect(await statusOf(device.signIn(email))).toBe(200)
    }
    device.cookies.delete('ory_kratos_session')
    const guess = await guesser(service, device.address)
    for (const email of emails) await counted(10, () => guess(email))
    const signedIn: number[] = []
    for (const email of emails) {
      signedIn.push(await statusOf(device.signIn(email)))
      device.cookies.delete('ory_kratos_session')
    }
    expect(signedIn).toEqual([429, 200, 200, 200, 200, 200])
  })

  test('is still known after a restart, with its counts', async () => {
    const service = await fresh()
    const { email, device } = await knownDevice(service)
    const flow = await device.begin('login')
    await counted(10, () =>
      statusOf(device.submit('login', flow, { method: 'password', identifier: email, password: 'wrong' }))
    )
    await storeLimits(service)
    const { limits, pass } = await fresh()
    const restarted = { ...service, limits }
    await restoreLimits(restarted)
    const again = new Browser(restarted, { address: device.address })
    for (const [name, value] of device.cookies) again.cookies.set(name, value)
    expect(await statusOf(again.signIn(email))).toBe(429)
    pass(QUARTER_MS + 1)
    expect(await statusOf(again.signIn(email))).toBe(200)
  })

  test('gets a cookie that grants nothing, and stays known after signing out', async () => {
    const service = await fresh()
    const { email, device } = await knownDevice(service)
    const stranger = new Browser(service)
    const [name = '', value = ''] = deviceCookieOf(device) ?? []
    stranger.cookies.set(name, value)
    expect(await statusOf(stranger.whoami())).toBe(401)
    expect(await statusOf(stranger.signIn(email, 'wrong'))).toBe(400)
    await device.signIn(email)
    const { logout_token: token } = (await (await device.send('/self-service/logout/browser')).json()) as {
      logout_token: string
    }
    await device.send(`/self-service/logout?token=${token}`)
    expect(deviceCookieOf(device)).toBeDefined()
  })

  test('does not have to wait when other clients have filled the queue', async () => {
    const started: (() => void)[] = []
    const passwords = await createPasswords(
      cheapHashing,
      { atOnce: 1, waiting: 1 },
      () => new Promise<boolean>((resolve) => started.push(() => resolve(true)))
    )
    const [running, waiting] = [passwords.verify('a', 'b'), passwords.verify('a', 'b')]
    await expect(passwords.verify('a', 'b')).rejects.toMatchObject({ status: 429 })
    const known = passwords.verify('a', 'b', { isKnown: true })
    for (const one of [running, waiting, known]) {
      started.shift()?.()
      await one
    }
  })
})

type Forgery = [string, (parts: { value: string; service: TestService; id: string; other: string }) => string]
const encoded = (what: unknown) => Buffer.from(JSON.stringify(what)).toString('base64url')
const decoded = (value: string) =>
  JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString()) as Record<string, unknown>
const randomKey = () => randomBytes(32).toString('base64')
const macOf = (value: string) => value.split('.').slice(1).join('.')
const later = Date.parse('2099-01-01T00:00:00Z')

describe('a forged device cookie', () => {
  test.each<Forgery>([
    ['nothing', () => ''],
    ['a dot', () => '.'],
    ['only dots', () => '...'],
    ['no signature', ({ value }) => value.split('.')[0] ?? ''],
    ['an empty signature', ({ value }) => `${value.split('.')[0]}.1.`],
    ['a signature without its version', ({ value }) => `${value.split('.')[0]}.${value.split('.')[2]}`],
    ['an unknown version', ({ value }) => value.replace(/\.1\./, '.2.')],
    ['a version named like a member of every object', ({ value }) => value.replace(/\.1\./, '.constructor.')],
    ['one digit of the signature changed', ({ value }) => value.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['a shorter signature', ({ value }) => value.slice(0, -2)],
    [
      'the content of another account with the own signature',
      ({ value, id }) => {
        return `${encoded({ ...decoded(value), accounts: [id] })}.${macOf(value)}`
      },
    ],
    [
      'an additional account',
      ({ value, id, other }) => {
        return `${encoded({ ...decoded(value), accounts: [other, id] })}.${macOf(value)}`
      },
    ],
    [
      'another encoding of the same bytes',
      ({ value, id }) => {
        return `${encoded({ ...decoded(value), accounts: [id] })}=.${macOf(value)}`
      },
    ],
    [
      'signed with another key',
      ({ id }) => {
        const keys = createKeys([{ version: 1, hmac: randomKey(), encryption: randomKey() }])
        const text = encoded({ id: 'device', accounts: [id], until: later })
        return `${text}.${keys.mac('known device', text)}`
      },
    ],
    [
      'signed without a key',
      ({ id }) => {
        const text = encoded({ id: 'device', accounts: [id], until: later })
        return `${text}.1.${createHmac('sha256', '').update(text).digest('hex')}`
      },
    ],
    [
      'signed for another purpose',
      ({ service, id }) => {
        const text = encoded({ id: 'device', accounts: [id], until: later })
        return `${text}.${service.keys.mac(`code ${randomUUID()}`, text)}`
      },
    ],
    [
      'signed with invalid content',
      ({ service }) => {
        const text = encoded({ __proto__: { accounts: ['x'] }, until: 'never' })
        return `${text}.${service.keys.mac('known device', text)}`
      },
    ],
    ['very long', ({ id }) => `${encoded({ id: 'x'.repeat(6000), accounts: [id], until: later })}.1.${'0'.repeat(64)}`],
  ])('%s', async (_what, forge) => {
    const service = await fresh()
    const { id, email } = await createTestAccount(service)
    const stranger = await knownDevice(service, '192.0.2.30')
    const [name = '', value = ''] = deviceCookieOf(stranger.device) ?? []
    stranger.device.cookies.set(name, forge({ value, service, id, other: stranger.id }))
    const guess = await guesser(service, '192.0.2.30')
    await counted(10, () => guess(email))
    expect(await statusOf(stranger.device.signIn(email))).toBe(429)
  })

  test('a cookie that is half a year old', async () => {
    const service = await fresh()
    const { email, device } = await knownDevice(service)
    service.pass(180 * 24 * HOUR_MS + 1)
    const guess = await guesser(service, device.address)
    await counted(10, () => guess(email))
    expect(await statusOf(device.signIn(email))).toBe(429)
  })
})

describe('an account with a second factor', () => {
  test('marks a device only after the second factor, so that the password alone cannot use up its attempts', async () => {
    const service = await fresh()
    const secret = new Secret({ size: 20 })
    const app = new TOTP({ secret })
    const shown = () => app.generate({ timestamp: service.now().getTime() })
    const { email } = await createTestAccount(service, { totp: secret.base32 })
    const [owner, thief] = [new Browser(service), new Browser(service)]
    await owner.signIn(email)
    expect(deviceCookieOf(owner)).toBeUndefined()
    expect(await totp(owner, shown())).toBe(200)
    expect(deviceCookieOf(owner)).toBeDefined()

    await thief.signIn(email)
    expect(await counted(12, () => totp(thief, '000000'))).toEqual({ 400: 10, 429: 2 })
    expect(deviceCookieOf(thief)).toBeUndefined()
    service.pass(60_000)
    owner.cookies.delete('ory_kratos_session')
    await owner.signIn(email)
    expect(await counted(9, () => totp(owner, '000000'))).toEqual({ 400: 9 })
    expect(await totp(owner, shown())).toBe(200)
  })
})

describe('codes by mail', () => {
  test.each(['recovery', 'verification'])('other clients’ requests for %s do not block the owner’s', async (kind) => {
    const service = await fresh()
    const { email } = await createTestAccount(service)
    const stranger = new Browser(service)
    expect(await counted(6, () => ask(service, email, stranger, kind))).toEqual({ 200: 3, 429: 3 })
    expect(await ask(service, email, new Browser(service), kind)).toBe(200)
    expect(await mailsTo(email)).toBe(4)
  })

  test('allow an address twelve per hour from all clients, and its owner’s devices their own', async () => {
    const service = await fresh()
    const { email, device } = await knownDevice(service)
    expect(await counted(40, () => ask(service, email))).toEqual({ 200: 12, 429: 28 })
    expect(await mailsTo(email)).toBe(12)
    expect(await counted(5, () => ask(service, email, device))).toEqual({ 200: 3, 429: 2 })
    expect(await mailsTo(email)).toBe(15)
    service.pass(HOUR_MS + 1)
    expect(await ask(service, email)).toBe(200)
  })

  test('allow one client one more per address after ten, up to fifty in total', async () => {
    const service = await fresh()
    const from = () => new Browser(service, { address: '192.0.2.40' })
    // The clock stands still, and beginning forms is limited, too.
    const stranger = from()
    const flow = await stranger.begin('recovery')
    const asks = (email: string) => statusOf(stranger.submit('recovery', flow, { method: 'code', email }))
    expect(await counted(12, (index) => asks(`a${index % 4}@shop.example`))).toEqual({ 200: 10, 429: 2 })
    const { email, device } = await knownDevice(service, '192.0.2.40')
    expect(await ask(service, email, from())).toBe(200)
    expect(await ask(service, email, from())).toBe(429)
    expect(await counted(60, (index) => asks(`b${index}@shop.example`))).toEqual({ 200: 39, 429: 21 })
    expect(await ask(service, email, device)).toBe(200)
    // A signed-in user has a separate limit for changes of address.
    await device.signIn(email)
    const settings = await device.begin('settings')
    const change = { method: 'profile', traits: { email: `moved-${email}`, name: { first: 'Ada', last: 'Holm' } } }
    expect(await statusOf(device.submit('settings', settings, change))).toBe(200)
  })

  test('keeps the owner’s code valid whatever other clients request', async () => {
    const service = await fresh()
    const { email } = await createTestAccount(service)
    const owner = new Browser(service)
    const flow = await readShownFlow(
      await owner.submit('recovery', await owner.begin('recovery'), { method: 'code', email })
    )
    const [mail] = await db.query<{ body: string }>(
      sql`select body from identity.courier_messages where recipient = ${email}`
    )
    const code = mail?.body.match(/code: (\d{6})/)?.[1]
    expect(await counted(20, () => ask(service, email))).toEqual({ 200: 11, 429: 9 })
    expect(await statusOf(owner.submit('recovery', flow, { method: 'code', code }))).toBe(422)
    expect(deviceCookieOf(owner)).toBeDefined()
  })
})

describe('the existence of an account', () => {
  test('is not revealed by when wrong passwords are refused', async () => {
    const sequences: string[] = []
    for (const which of [0, 1]) {
      const limits = {
        ...defaultConfig.limits,
        loginAddress: { most: 6, windowMs: QUARTER_MS, share: { each: 3, most: 4 } },
        loginAccount: { most: 12, windowMs: HOUR_MS, share: { each: 2, most: 4 } },
      }
      const service = await testService(db, { limits })
      const email = (await names(service))[which] ?? ''
      const answers: string[] = []
      const shared = await guesser(service, '192.0.2.50')
      for (const name of ['a', email, 'b', 'c', email, 'd', 'e', email, 'f', 'g', email, email, 'h', 'i', 'j'])
        answers.push(`${name === email} ${await shared(name)}`)
      for (let from = 0; from < 8; from++) {
        const guess = await guesser(service)
        for (let index = 0; index < 4; index++) answers.push(`${await guess(email)}`)
      }
      sequences.push(answers.join())
    }
    expect(sequences[0]).toBe(sequences[1])
    expect(sequences[0]).toMatch(/true 400.*true 429.*400.*429$/)
  })

  test('is not revealed by when codes are refused, nor to a device of another account', async () => {
    const sequences: string[] = []
    for (const which of [0, 1]) {
      const service = await fresh()
      const email = (await names(service))[which] ?? ''
      const { device } = await knownDevice(service)
      const answers: string[] = []
      for (let index = 0; index < 30; index++) {
        const browser = index % 3 === 0 ? device : new Browser(service)
        const answer = await browser.submit('recovery', await browser.begin('recovery'), { method: 'code', email })
        answers.push(
          `${answer.status} ${answer.status === 200 ? readMessageIds(await readShownFlow(answer)).join() : ''}`
        )
      }
      sequences.push(answers.join())
    }
    expect(sequences[0]).toBe(sequences[1])
  })
})
