import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { keysOf } from '../../server/identity/keys'
import { areOwnKeys } from '../../server/secrets/own-keys'
import { testDatabase } from '../helpers/database'

const db = await testDatabase()
beforeEach(() => db.script('truncate console.key_proofs'))

const secret = () => randomBytes(32).toString('base64')
const key = (version: number) => ({ version, hmac: secret(), encryption: secret() })
const [one, two, foreign] = [key(1), key(2), key(1)]

test('distinguishes keys from those of another database', async () => {
  expect(await areOwnKeys(db, keysOf([one]))).toBe(true)
  expect(await areOwnKeys(db, keysOf([one]))).toBe(true)
  expect(await areOwnKeys(db, keysOf([foreign]))).toBe(false)
  expect(await areOwnKeys(db, keysOf([two, foreign]))).toBe(false)
  expect(await areOwnKeys(db, keysOf([{ ...one, encryption: secret() }]))).toBe(false)
})

test('accepts an additional key in front, and a missing old one', async () => {
  expect(await areOwnKeys(db, keysOf([one]))).toBe(true)
  expect(await areOwnKeys(db, keysOf([two, one]))).toBe(true)
  expect(await areOwnKeys(db, keysOf([two]))).toBe(true)
  expect(await areOwnKeys(db, keysOf([key(2), one]))).toBe(false)
})
