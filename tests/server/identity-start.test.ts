import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openAccounts } from '../../server/identity/open-accounts'
import { sql } from '../../server/data/db/sql'
import { createKeys } from '../../server/identity/keys'
import type { AccountSettings } from '../../server/identity/account-settings'
import { UsageError } from '../../server/platform/usage'
import { testDatabase } from '../helpers/database'
import { PASSWORD } from '../helpers/identity'

// How repeated starts of the server treat the administrator.

const db = await testDatabase()
const key = () => randomBytes(32).toString('base64')
const keys = createKeys([{ version: 1, hmac: key(), encryption: key() }])
const settings = { resetAdmin: false, registration: false, trustedProxies: [] }

/** @returns the printed link and the stored password. */
async function start(more: Partial<AccountSettings> = {}) {
  const log = pino({ level: 'silent' })
  const accounts = await openAccounts({ db, log, keys, settings: { ...settings, ...more } })
  const rows = await db.query<{ config: unknown }>(sql`select config from identity.credentials where type = 'password'`)
  return { link: accounts.signInPath?.split('?')[0], passwords: rows.map(({ config }) => JSON.stringify(config)) }
}

test('stops the start without effect when the first password breaks the rules', async () => {
  await expect(start({ adminPassword: 'short' })).rejects.toThrow(UsageError)
  await expect(start({ adminPassword: 'short' })).rejects.toThrow(/^ADMIN_PASSWORD is refused: .*too short/)
  expect(await start()).toEqual({ link: '/recovery', passwords: [] })
})

test('sets the password once, instead of a link, and never again', async () => {
  const first = await start({ adminPassword: PASSWORD })
  expect(first).toEqual({ link: undefined, passwords: [expect.any(String)] })
  expect(await start({ adminPassword: 'another password entirely' })).toEqual(first)
  // It is not even validated any more.
  expect(await start({ adminPassword: 'short' })).toEqual(first)
  expect(await start()).toEqual(first)
})

test('prints a new link on request, whatever the environment contains', async () => {
  expect(await start({ resetAdmin: true, adminPassword: PASSWORD })).toEqual({ link: '/recovery', passwords: [] })
})
