import { KeyObject } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { jwkOf, rsa } from '../../tests/helpers/hosted-tokens'
import { fetchedKeys, type Key, pinnedKey } from './keys'

const pair = rsa()
const first = jwkOf(pair.publicKey, 'one')
const MINUTE = 60_000

let time = 0
const fetchKeys = vi.fn<() => Promise<unknown>>()
beforeEach(() => {
  time = Date.parse('2026-03-01T12:00:00Z')
  fetchKeys.mockReset().mockResolvedValue({ keys: [first] })
})
const isOurs = (key: Key | undefined) =>
  key !== undefined && (key instanceof KeyObject ? key : KeyObject.from(key)).equals(pair.publicKey)
const keys = () => fetchedKeys({ fetchKeys, now: () => new Date(time) })

test('the key set is asked for once, however many ask at the same moment', async () => {
  const keyOf = keys()
  const found = await Promise.all(Array.from({ length: 20 }, () => keyOf('one')))
  expect(found.every(isOurs)).toBe(true)
  expect(fetchKeys).toHaveBeenCalledTimes(1)
})

test('it is renewed each hour, and a key that is no longer in it counts no more', async () => {
  const keyOf = keys()
  await keyOf('one')
  time += 59 * MINUTE
  await keyOf('one')
  expect(fetchKeys).toHaveBeenCalledTimes(1)
  fetchKeys.mockResolvedValue({ keys: [jwkOf(pair.publicKey, 'two')] })
  time += 2 * MINUTE
  expect(await keyOf('one')).toBeUndefined()
  expect(await keyOf('two')).toBeDefined()
})

test('tokens that name unknown keys make nobody ask more than once in five minutes', async () => {
  const keyOf = keys()
  await keyOf('one')
  for (let count = 0; count < 50; count++) expect(await keyOf(`made up ${count}`)).toBeUndefined()
  expect(fetchKeys).toHaveBeenCalledTimes(1)
  time += 5 * MINUTE
  fetchKeys.mockResolvedValue({ keys: [first, jwkOf(pair.publicKey, 'new')] })
  expect(await keyOf('new')).toBeDefined()
  expect(fetchKeys).toHaveBeenCalledTimes(2)
})

test('while the service is away what was known counts, and where nothing was known that is said', async () => {
  fetchKeys.mockRejectedValue(new Error('away'))
  const keyOf = keys()
  await expect(keyOf('one')).rejects.toThrow('away')
  await expect(keyOf('one')).rejects.toThrow(/not to be had/)
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
  ['of another kind', { kty: 'oct', k: 'c2VjcmV0' }],
  ['that is broken', { n: undefined }],
])('a key %s is left out', async (_what, rest) => {
  fetchKeys.mockResolvedValue({ keys: [{ ...first, ...rest }, jwkOf(pair.publicKey, 'good')] })
  const keyOf = keys()
  expect(await keyOf('one')).toBeUndefined()
  expect(await keyOf('good')).toBeDefined()
})

test('a token without the id of its key has none', async () => expect(await keys()(undefined)).toBeUndefined())

test('a key that was given is asked of nobody', async () => {
  const keyOf = pinnedKey(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  expect(isOurs(await keyOf(undefined))).toBe(true)
})
