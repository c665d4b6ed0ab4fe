import { expect, test } from 'vitest'
import { createRecentAnswers } from './recent-answers'

test('computes an answer once for all who ask meanwhile and shortly afterwards', async () => {
  let clock = 0
  const ask = createRecentAnswers<number>({ freshMs: 100, most: 2, now: () => clock })
  let computed = 0
  const work = async () => ++computed
  expect(await Promise.all([ask('a', work), ask('a', work), ask('b', work)])).toEqual([1, 1, 2])
  clock = 99
  expect(await ask('a', work)).toBe(1)
  clock = 100
  expect(await ask('a', work)).toBe(3)
})

test('keeps no failure', async () => {
  const ask = createRecentAnswers<number>({ freshMs: 100, most: 2 })
  await expect(ask('a', () => Promise.reject(new Error('not now')))).rejects.toThrow('not now')
  expect(await ask('a', async () => 1)).toBe(1)
})

test('keeps the newest answers only', async () => {
  const ask = createRecentAnswers<number>({ freshMs: 1e6, most: 2 })
  for (const [index, key] of ['a', 'b', 'c'].entries()) await ask(key, async () => index)
  expect(await ask('c', async () => 9)).toBe(2)
  expect(await ask('a', async () => 9)).toBe(9)
})
