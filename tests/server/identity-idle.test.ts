import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { removeExpired } from '../../server/identity/service'
import { testDatabase } from '../helpers/database'
import { createTestAccount, Browser, testService } from '../helpers/identity'
import { defaultConfig } from '../../server/identity/config'

// Idle sessions.

const db = await testDatabase()
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

async function signedIn(idleMs: number | null = defaultConfig.lifetimes.idleMs) {
  const service = await testService(db, { lifetimes: { ...defaultConfig.lifetimes, idleMs } })
  const { email } = await createTestAccount(service)
  const browser = new Browser(service)
  await browser.signIn(email)
  const status = async () => (await browser.whoami()).status
  return { service, email, browser, status }
}

test('ends an idle session after twelve hours', async () => {
  const { service, status } = await signedIn()
  service.pass(12 * HOUR_MS - 1000)
  expect(await status()).toBe(200)
  service.pass(12 * HOUR_MS)
  expect(await status()).toBe(401)
})

test('keeps a used session until its maximum age', async () => {
  const { service, status } = await signedIn()
  for (let hour = 1; hour < 24; hour++) {
    service.pass(HOUR_MS)
    expect(await status()).toBe(200)
  }
  service.pass(HOUR_MS)
  expect(await status()).toBe(401)
})

test('uses the configured duration, down to a minute', async () => {
  const { service, status } = await signedIn(MINUTE_MS)
  for (let count = 0; count < 5; count++) {
    service.pass(40_000)
    expect(await status()).toBe(200)
  }
  service.pass(MINUTE_MS)
  expect(await status()).toBe(401)
})

test('can be turned off', async () => {
  const { service, status } = await signedIn(null)
  service.pass(23 * HOUR_MS)
  expect(await status()).toBe(200)
})

/** Every session with the number of its last change. */
const used = () => db.query(sql`select xmin::text, last_used_at from identity.sessions order by last_used_at`)

test('stores uses at most once a minute', async () => {
  const { service, status } = await signedIn()
  const before = await used()
  service.pass(59_000)
  await status()
  expect(await used()).toEqual(before)
  service.pass(1000)
  await status()
  expect(await used()).not.toEqual(before)
})

test('neither lists nor keeps expired sessions', async () => {
  const { service, email, browser } = await signedIn()
  const other = new Browser(service)
  await other.signIn(email)
  const list = async () => (await (await browser.send('/sessions')).json()) as unknown[]
  expect(await list()).toHaveLength(1)
  for (const _ of [1, 2]) {
    service.pass(7 * HOUR_MS)
    await browser.whoami()
  }
  expect(await list()).toHaveLength(0)
  service.pass(36 * HOUR_MS + 1)
  await removeExpired(service)
  expect(await db.query(sql`select from identity.sessions`)).toEqual([])
})
