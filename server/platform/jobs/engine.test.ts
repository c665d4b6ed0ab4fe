import { beforeEach, expect, test } from 'vitest'
import { routesOnly, type Engine, startAll } from './engine'

let calls: string[] = []
beforeEach(() => void (calls = []))

const engine = (name: string, { fails }: { fails?: 'start' | 'stop' } = {}): Engine => {
  const record = (what: 'start' | 'stop') => async () => {
    calls.push(`${what} ${name}`)
    if (fails === what) throw new Error(`${name} does not ${what}`)
  }
  return { name, start: record('start'), stop: record('stop') }
}

test('starts engines in order and stops them once, in reverse order', async () => {
  const stop = await startAll([engine('a'), { name: 'routes only' }, engine('b')])
  expect(calls).toEqual(['start a', 'start b'])
  await stop()
  await stop()
  expect(calls).toEqual(['start a', 'start b', 'stop b', 'stop a'])
})

test('serves routes without starting work for routes-only engines', async () => {
  const all = { ...engine('a'), routes: [], jobs: [{ name: 'x', everyMs: 1, run: async () => void calls.push('run') }] }
  const stop = await startAll([routesOnly(all), routesOnly({ name: 'routes only' })])
  await stop()
  expect(calls).toEqual([])
  expect(routesOnly(all)).toEqual({ name: 'a', routes: all.routes })
})

test('stops the started engines and reports the error when one fails to start', async () => {
  const starting = startAll([engine('a', { fails: 'stop' }), engine('b'), engine('c', { fails: 'start' }), engine('d')])
  await expect(starting).rejects.toThrow('c does not start')
  expect(calls).toEqual(['start a', 'start b', 'start c', 'stop b', 'stop a'])
})

test('stops the other engines when one fails to stop', async () => {
  const stop = await startAll([engine('a'), engine('b', { fails: 'stop' })])
  await expect(stop()).rejects.toThrow('b does not stop')
  expect(calls).toEqual(['start a', 'start b', 'stop b', 'stop a'])
})
