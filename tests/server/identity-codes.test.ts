import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { toJsonText, sql } from '../../server/data/db/sql'
import { countGuess, issueCode, redeemCode } from '../../server/identity/credentials/codes'
import { createKeys } from '../../server/identity/keys'
import { testDatabase } from '../helpers/database'
import { testService } from '../helpers/identity'

const db = await testDatabase()
const key = (version: number) => ({
  version,
  hmac: randomBytes(32).toString('base64'),
  encryption: randomBytes(32).toString('base64'),
})
const firstKey = key(1)
const start = new Date('2026-01-02T03:04:05Z')
const after = (ms: number) => new Date(start.getTime() + ms)
let codes = 0
/** All digits equal, and different in each code: two codes are never equal by chance. */
const random = (bytes: number) => Buffer.alloc(bytes, codes++ % 10)
const parts = { keys: createKeys([firstKey]), now: () => start, random }
const lifetimeMs = 900_000

const identityId = randomUUID()
await db.run(sql`
  insert into identity.identities (id, schema_id, traits, created_at, updated_at, state)
  values (${identityId}, 'default', ${toJsonText({ email: 'ada@example.org' })}, now(), now(), 'active')`)
const owner = { identityId, address: 'ada@example.org' }

async function newFlow(): Promise<string> {
  const id = randomUUID()
  await db.run(sql`
    insert into identity.flows (id, kind, state, issued_at, expires_at, updated_at)
    values (${id}, 'recovery', 'sent_email', ${start}, ${after(3_600_000)}, ${start})`)
  return id
}

async function flowWithCode() {
  const flowId = await newFlow()
  return { flowId, code: await issueCode(db, parts, { flowId, owner, lifetimeMs }) }
}

test('accepts a six-digit code once', async () => {
  const { flowId, code } = await flowWithCode()
  expect(code).toMatch(/^\d{6}$/)
  expect(await redeemCode(db, parts, { flowId, typed: code })).toEqual(owner)
  expect(await redeemCode(db, parts, { flowId, typed: code })).toBeUndefined()
})

test('accepts a code with spaces', async () => {
  const { flowId, code } = await flowWithCode()
  expect(await redeemCode(db, parts, { flowId, typed: ` ${code.slice(0, 3)} ${code.slice(3)}\n` })).toEqual(owner)
})

test('accepts one of twenty parallel uses', async () => {
  const { flowId, code } = await flowWithCode()
  const uses = await Promise.all(Array.from({ length: 20 }, () => redeemCode(db, parts, { flowId, typed: code })))
  expect(uses.filter((use) => use !== undefined)).toEqual([owner])
})

test('voids earlier codes with a new one', async () => {
  const { flowId, code: old } = await flowWithCode()
  const code = await issueCode(db, parts, { flowId, owner, lifetimeMs })
  expect(await redeemCode(db, parts, { flowId, typed: old })).toBeUndefined()
  expect(await redeemCode(db, parts, { flowId, typed: code })).toEqual(owner)
})

test('refuses a code in another flow', async () => {
  const { code } = await flowWithCode()
  const other = await flowWithCode()
  expect(await redeemCode(db, parts, { flowId: other.flowId, typed: code })).toBeUndefined()
  expect(await redeemCode(db, parts, { flowId: await newFlow(), typed: code })).toBeUndefined()
})

test.each([
  ['just before it expires', lifetimeMs - 1, owner],
  ['when it expires', lifetimeMs, undefined],
])('checks a code %s', async (_name, ms, expected) => {
  const { flowId, code } = await flowWithCode()
  expect(await redeemCode(db, { ...parts, now: () => after(ms) }, { flowId, typed: code })).toEqual(expected)
})

test('refuses a code without an owner', async () => {
  const flowId = await newFlow()
  const code = await issueCode(db, parts, { flowId, owner: undefined, lifetimeMs })
  expect(await redeemCode(db, parts, { flowId, typed: code })).toBeUndefined()
})

test('accepts a code after a key change, and stores it hashed', async () => {
  const { flowId, code } = await flowWithCode()
  const [row] = await db.query(sql`select code_hash from identity.codes where flow_id = ${flowId}`)
  expect(row?.['code_hash']).not.toContain(code)
  const rotated = { ...parts, keys: createKeys([key(2), firstKey]) }
  expect(await redeemCode(db, rotated, { flowId, typed: code })).toEqual(owner)
})

test.each([5, 2])('allows %i guesses and refuses the next, even in parallel', async (codeGuesses) => {
  const service = await testService(db, { codeGuesses })
  const flowId = await newFlow()
  const counted = await Promise.all(Array.from({ length: 8 }, () => countGuess(service, flowId)))
  expect(counted.filter(Boolean)).toHaveLength(codeGuesses)
  expect(await countGuess(service, flowId)).toBe(false)
})
