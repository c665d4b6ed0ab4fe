import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createKeys } from '../../server/identity/keys'
import { matchDatabaseKeys } from '../../server/data/secrets/own-keys'
import { testDatabase } from '../helpers/database'

const db = await testDatabase()
beforeEach(() => db.script('truncate console.key_proofs'))

const secret = () => randomBytes(32).toString('base64')
const key = (version: number) => ({ version, hmac: secret(), encryption: secret() })
const [one, two, foreign] = [key(1), key(2), key(1)]

test('distinguishes keys from those of another database', async () => {
  expect(await matchDatabaseKeys(db, createKeys([one]))).toBe(true)
  expect(await matchDatabaseKeys(db, createKeys([one]))).toBe(true)
  expect(await matchDatabaseKeys(db, createKeys([foreign]))).toBe(false)
  expect(await matchDatabaseKeys(db, createKeys([two, foreign]))).toBe(false)
  expect(await matchDatabaseKeys(db, createKeys([{ ...one, encryption: secret() }]))).toBe(false)
})

test('accepts an additional key in front, and a missing old one', async () => {
  expect(await matchDatabaseKeys(db, createKeys([one]))).toBe(true)
  expect(await matchDatabaseKeys(db, createKeys([two, one]))).toBe(true)
  expect(await matchDatabaseKeys(db, createKeys([two]))).toBe(true)
  expect(await matchDatabaseKeys(db, createKeys([key(2), one]))).toBe(false)
})
