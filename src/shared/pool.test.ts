import { expect, test } from 'vitest'
import { settleAll } from './pool'

test('limits concurrency and keeps the order', async () => {
  let running = 0
  let most = 0
  const settled = await settleAll([5, 1, 4, 2, 3], 2, async (n) => {
    most = Math.max(most, ++running)
    for (let turn = 0; turn < n; turn++) await Promise.resolve()
    running--
    return n * 10
  })
  expect(most).toBe(2)
  expect(settled.map((s) => 'value' in s && s.value)).toEqual([50, 10, 40, 20, 30])
})

test('continues after a failure', async () => {
  const settled = await settleAll(['a', 'b', 'c'], 1, async (name) => {
    if (name === 'b') throw new Error('no')
    return name
  })
  expect(settled.map((s) => 'error' in s)).toEqual([false, true, false])
})

test('starts nothing after an abort, and finishes what was started', async () => {
  const controller = new AbortController()
  const begun: number[] = []
  const work = async (n: number) => {
    begun.push(n)
    await Promise.resolve()
    if (n === 2) controller.abort('stopped')
    return n
  }
  const settled = await settleAll([1, 2, 3, 4, 5], 2, work, undefined, controller.signal)
  expect(begun.length).toBeLessThan(5)
  expect(settled.map((one) => ('value' in one ? one.value : one.error))).toEqual([
    ...begun,
    ...Array.from({ length: 5 - begun.length }, () => 'stopped'),
  ])
})
