import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openAccounts } from '../../server/accounts'
import { sql } from '../../server/db/sql'
import { keysOf } from '../../server/identity/keys'
import { type AccountSettings, UsageError } from '../../server/settings'
import { testDatabase } from '../helpers/database'
import { PASSWORD } from '../helpers/identity'

// What one start of the server after another does with the administrator.

const db = await testDatabase()
const key = () => randomBytes(32).toString('base64')
const keys = keysOf([{ version: 1, hmac: key(), encryption: key() }])
const settings = { resetAdmin: false, registration: false, trustedProxies: [] }

/** @returns the printed link and the kept password. */
async function start(more: Partial<AccountSettings> = {}) {
  const log = pino({ level: 'silent' })
  const accounts = await openAccounts({ db, log, keys, settings: { ...settings, ...more } })
  const rows = await db.query<{ config: unknown }>(sql`select config from identity.credentials where type = 'password'`)
  return { link: accounts.signInPath?.split('?')[0], passwords: rows.map(({ config }) => JSON.stringify(config)) }
}

test('a first password that breaks the rules stops the start, and sets nothing', async () => {
  await expect(start({ adminPassword: 'short' })).rejects.toThrow(UsageError)
  await expect(start({ adminPassword: 'short' })).rejects.toThrow(/^ADMIN_PASSWORD is refused: .*too short/)
  expect(await start()).toEqual({ link: '/recovery', passwords: [] })
})

test('it is set once, instead of a link, and no later start sets it back', async () => {
  const first = await start({ adminPassword: PASSWORD })
  expect(first).toEqual({ link: undefined, passwords: [expect.any(String)] })
  expect(await start({ adminPassword: 'another password entirely' })).toEqual(first)
  // Not even looked at any more.
  expect(await start({ adminPassword: 'short' })).toEqual(first)
  expect(await start()).toEqual(first)
})

test('whoever asks for a new link gets one, whatever the environment still says', async () => {
  expect(await start({ resetAdmin: true, adminPassword: PASSWORD })).toEqual({ link: '/recovery', passwords: [] })
})
