import { expect, test } from 'vitest'
import { findLoaded, loadModule } from './load-module'

test('loads once for all callers', async () => {
  let times = 0
  const load = () => Promise.resolve(++times)
  expect(findLoaded(load)).toBeUndefined()
  expect(await Promise.all([loadModule(load), loadModule(load)])).toEqual([1, 1])
  expect([findLoaded(load), await loadModule(load)]).toEqual([{ value: 1 }, 1])
})

test('tries again after a failure', async () => {
  const outcomes = [() => Promise.reject(new Error('offline')), () => Promise.resolve('ready')]
  const load = () => outcomes.shift()?.() ?? Promise.reject(new Error('third'))
  const waiting = [loadModule(load), loadModule(load)]
  await expect(Promise.all(waiting)).rejects.toThrow('offline')
  await expect(waiting[1]).rejects.toThrow('offline')
  expect(findLoaded(load)).toBeUndefined()
  expect(await loadModule(load)).toBe('ready')
})
