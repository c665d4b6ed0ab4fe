import { KeyObject } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { toJwk, rsa } from '@tests/helpers/hosted-tokens'
import { createFetchedKeys, type VerificationKey, createPinnedKey } from './keys'

const pair = rsa()
const first = toJwk(pair.publicKey, 'one')
const MINUTE = 60_000

let time = 0
const fetchKeys = vi.fn<() => Promise<unknown>>()
beforeEach(() => {
  time = Date.parse('2026-03-01T12:00:00Z')
  fetchKeys.mockReset().mockResolvedValue({ keys: [first] })
})
const isOurs = (key: VerificationKey | undefined) =>
  key !== undefined && (key instanceof KeyObject ? key : KeyObject.from(key)).equals(pair.publicKey)
const keys = () => createFetchedKeys({ fetchKeys, now: () => new Date(time) })

test('fetches the key set once for parallel calls', async () => {
  const keyOf = keys()
  const found = await Promise.all(Array.from({ length: 20 }, () => keyOf('one')))
  expect(found.every(isOurs)).toBe(true)
  expect(fetchKeys).toHaveBeenCalledTimes(1)
})

test('refreshes the key set hourly and drops removed keys', async () => {
  const keyOf = keys()
  await keyOf('one')
  time += 59 * MINUTE
  await keyOf('one')
  expect(fetchKeys).toHaveBeenCalledTimes(1)
  fetchKeys.mockResolvedValue({ keys: [toJwk(pair.publicKey, 'two')] })
  time += 2 * MINUTE
  expect(await keyOf('one')).toBeUndefined()
  expect(await keyOf('two')).toBeDefined()
})

test('refetches for unknown key ids at most every five minutes', async () => {
  const keyOf = keys()
  await keyOf('one')
  for (let count = 0; count < 50; count++) expect(await keyOf(`made up ${count}`)).toBeUndefined()
  expect(fetchKeys).toHaveBeenCalledTimes(1)
  time += 5 * MINUTE
  fetchKeys.mockResolvedValue({ keys: [first, toJwk(pair.publicKey, 'new')] })
  expect(await keyOf('new')).toBeDefined()
  expect(fetchKeys).toHaveBeenCalledTimes(2)
})

test('uses known keys during an outage and throws when there are none', async () => {
  fetchKeys.mockRejectedValue(new Error('away'))
  const keyOf = keys()
  await expect(keyOf('one')).rejects.toThrow('away')
  await expect(keyOf('one')).rejects.toThrow(/not available/)
  expect(fetchKeys).toHaveBeenCalledTimes(1)
  time += 11_000
  fetchKeys.mockResolvedValue({ keys: [first] })
  expect(await keyOf('one')).toBeDefined()
  time += 61 * MINUTE
  fetchKeys.mockRejectedValue(new Error('away'))
  expect(await keyOf('one')).toBeDefined()
})

test.each([
  ['for encryption', { use: 'enc' }],
  ['for another algorithm', { alg: 'PS256' }],
  ['of another type', { kty: 'oct', k: 'c2VjcmV0' }],
  ['that is invalid', { n: undefined }],
])('ignores a key %s', async (_what, rest) => {
  fetchKeys.mockResolvedValue({ keys: [{ ...first, ...rest }, toJwk(pair.publicKey, 'good')] })
  const keyOf = keys()
  expect(await keyOf('one')).toBeUndefined()
  expect(await keyOf('good')).toBeDefined()
})

test('finds no key for a token without a key id', async () => expect(await keys()(undefined)).toBeUndefined())

test('uses a pinned key without fetching', async () => {
  const keyOf = createPinnedKey(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  expect(isOurs(await keyOf(undefined))).toBe(true)
})
