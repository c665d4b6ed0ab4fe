import { randomBytes } from 'node:crypto'
import { createKeys } from '../../server/identity/keys'
import { createVault } from '../../server/data/secrets/vault'

const random32 = () => randomBytes(32).toString('base64')
export const createTestKey = (version: number) => ({ version, hmac: random32(), encryption: random32() })

/** Keys and a vault that are unique to the test file. */
export const testKeys = createKeys([createTestKey(1)])
export const testVault = createVault(testKeys)
