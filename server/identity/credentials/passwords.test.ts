import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency'
import { defaultConfig } from '../config'
import { createPasswords } from './passwords'

/** Minimal cost: these tests are not about the cost. */
const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 }
const passwords = await createPasswords(cheap)

test('verifies only the hashed password', async () => {
  const hashed = await passwords.hash('correct horse battery staple')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  expect(await passwords.verify(hashed, 'correct horse battery staple')).toBe(true)
  expect(await passwords.verify(hashed, 'correct horse battery stapl')).toBe(false)
})

test('verifies composed and combining letters as equal', async () => {
  const hashed = await passwords.hash('café crème')
  expect(await passwords.verify(hashed, 'cafe\u0301 cre\u0300me')).toBe(true)
})

test('never verifies against the dummy hash', async () => {
  expect(await passwords.verifyDummy('anything')).toBe(false)
})

test('rejects overlong passwords without hashing them', async () => {
  const busy = await createPasswords(cheap, { atOnce: 0, waiting: 0 })
  expect(await busy.verify(await passwords.hash('x'), 'x'.repeat(1_000_000))).toBe(false)
})

test('reports hashes with a lower cost as outdated', async () => {
  const hashed = await passwords.hash('correct horse battery staple')
  expect(passwords.needsRehash(hashed)).toBe(false)
  expect((await createPasswords({ ...cheap, timeCost: 2 })).needsRehash(hashed)).toBe(true)
  expect((await createPasswords({ ...cheap, memoryCost: 128 })).needsRehash(hashed)).toBe(true)
})

test('uses at least the recommended cost by default', () => {
  expect(defaultConfig.argon2.memoryCost).toBeGreaterThanOrEqual(19 * 1024)
  expect(defaultConfig.argon2.timeCost).toBeGreaterThanOrEqual(2)
})

test('runs tasks in order and refuses them when too many wait', async () => {
  const run = limitConcurrency({ atOnce: 1, waiting: 1 })
  const done: string[] = []
  const finish: (() => void)[] = []
  const first = new Promise<void>((resolve) => {
    finish.push(resolve)
  })
  const results = [
    run(() => first.then(() => done.push('first'))),
    run(async () => done.push('second')),
    run(async () => done.push('third')).catch((error: unknown) => error),
  ]
  expect(await results[2]).toMatchObject({ status: 429, parts: { retryAfterSeconds: 1 } })
  expect(done).toEqual([])
  finish[0]?.()
  await Promise.all(results)
  expect(done).toEqual(['first', 'second'])
  await run(async () => done.push('later'))
  expect(done).toEqual(['first', 'second', 'later'])
})

test('releases the slot of a failed task', async () => {
  const run = limitConcurrency({ atOnce: 1, waiting: 0 })
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await run(() => Promise.resolve('yes'))).toBe('yes')
})
