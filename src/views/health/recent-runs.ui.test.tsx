import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { healthResponse } from '@tests/helpers/health-page'
import type { Check } from '@/api/health/checks'
import type { HealthRow } from './order'
import { createRecentRuns } from './recent-runs'

const NOW = Date.parse('2026-11-22T06:31:00Z')
const idOf = (at: number) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`
const check = (at: number, rest: Partial<Check> = {}): HealthRow =>
  createCheck(`check ${at}`, { id: idOf(at), last_runtime: '2026-11-22T06:30:00Z', ...rest })
const failing = (at: number, rest: Partial<Check> = {}) => check(at, { status: 'unhealthy', ...rest })

let asked: URL[] = []
let answer: (url: URL) => Response
beforeEach(() => {
  asked = []
  answer = () => healthResponse([])
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const url = new URL(String(input), location.origin)
    asked.push(url)
    return Promise.resolve(answer(url))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const create = () => createRecentRuns(new QueryClient())
const rest = () => vi.advanceTimersByTimeAsync(200)
const idsOf = (url: URL) => [url.searchParams.get('id') ?? url.searchParams.get('check_id')].join().match(/0199[\w-]+/g)
const wordsAsked = () => asked.filter(({ pathname }) => pathname === '/api/db/checks')
const bucketsAsked = () => asked.filter(({ pathname }) => pathname === '/api/db/check_statuses_5m')
const runAt = (minute: number) => failing(1, { last_runtime: `2026-11-22T06:${minute}:00Z` })
const run = (time: string, passed: number, failures: number) => ({
  check_id: idOf(1),
  created_at: `2026-11-22T${time}:00+00:00`,
  passed,
  failed: failures,
})
const failed = (at: number, error: string) => ({ id: idOf(at), check_statuses: [{ error, message: null }] })

test('rows rendered while scrolling are requested together afterwards; messages only for failing checks', async () => {
  const recent = create()
  const changed = vi.fn<() => void>()
  for (const at of [1, 2, 3]) {
    recent.watch(at === 2 ? check(2) : failing(at), changed)
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(asked).toEqual([])
  answer = ({ pathname }) =>
    healthResponse(pathname === '/api/db/checks' ? [failed(1, 'refused'), failed(3, 'status 503')] : [])
  await rest()
  expect(wordsAsked().map(idsOf)).toEqual([[idOf(1), idOf(3)]])
  expect(bucketsAsked().map(idsOf)).toEqual([[idOf(1), idOf(2), idOf(3)]])
  expect([1, 2, 3].map((at) => recent.of(failing(at)).recent?.failure)).toEqual(['refused', undefined, 'status 503'])
  expect(changed).toHaveBeenCalled()
})

test('a row stays the same object until it has new data', async () => {
  const recent = create()
  const row = failing(1)
  recent.watch(row, () => undefined)
  expect(recent.of(row)).toBe(row)
  answer = ({ pathname }) => healthResponse(pathname === '/api/db/checks' ? [failed(1, 'refused')] : [])
  await rest()
  expect(recent.of(row)).not.toBe(row)
  expect(recent.of(row)).toBe(recent.of(row))
})

test('rows that are gone before scrolling stops are not requested', async () => {
  const recent = create()
  recent.watch(failing(1), () => undefined)()
  recent.watch(failing(2), () => undefined)
  await rest()
  expect(wordsAsked().map(idsOf)).toEqual([[idOf(2)]])
})

test('messages are requested again after a new run, buckets after a minute', async () => {
  const recent = create()
  recent.watch(failing(1), () => undefined)()
  recent.watch(failing(1), () => undefined)
  await rest()
  recent.watch(failing(1), () => undefined)
  await rest()
  expect([wordsAsked().length, bucketsAsked().length]).toEqual([1, 1])
  recent.watch(failing(1, { last_runtime: '2026-11-22T06:31:00Z' }), () => undefined)
  await rest()
  expect([wordsAsked().length, bucketsAsked().length]).toEqual([2, 1])
  await vi.advanceTimersByTimeAsync(60_000)
  recent.watch(failing(1, { last_runtime: '2026-11-22T06:31:00Z' }), () => undefined)
  await rest()
  expect([wordsAsked().length, bucketsAsked().length]).toEqual([2, 2])
})

test('many rows are requested in batches, one after another', async () => {
  const recent = create()
  for (let at = 0; at < 250; at++) recent.watch(failing(at), () => undefined)
  await rest()
  await rest()
  await rest()
  expect(wordsAsked().map((url) => idsOf(url)?.length)).toEqual([100, 100, 50])
  expect(new Set(wordsAsked().flatMap((url) => idsOf(url) ?? [])).size).toBe(250)
})

test('returns the twelve buckets of the last hour, with gaps where nothing ran', async () => {
  const recent = create()
  recent.watch(check(1), () => undefined)
  answer = () => healthResponse([run('05:35', 5, 0), run('06:25', 4, 1), run('06:30', 1, 0), run('05:30', 0, 9)])
  await rest()
  expect(bucketsAsked()[0]?.searchParams.get('created_at')).toBe('gte.2026-11-22T05:35:00.000Z')
  expect(recent.of(check(1)).recent?.buckets).toEqual([
    'passed',
    ...Array.from({ length: 9 }, () => 'none'),
    'failed',
    'passed',
  ])
})

test('does not retry after a refusal, but retries after a connection error', async () => {
  const recent = create()
  answer = ({ pathname }) => {
    if (pathname === '/api/db/checks') throw new TypeError('no connection')
    return healthResponse({ message: 'not found' }, 404)
  }
  for (const minute of [31, 32, 33]) {
    recent.watch(runAt(minute), () => undefined)
    await vi.advanceTimersByTimeAsync(61_000)
  }
  expect([wordsAsked().length, bucketsAsked().length]).toEqual([3, 1])
})

test('requests nothing while the page is hidden', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  create().watch(failing(1), () => undefined)
  await rest()
  expect(asked).toEqual([])
  hidden.mockReturnValue(false)
  document.dispatchEvent(new Event('visibilitychange'))
  await rest()
  expect(asked).toHaveLength(2)
  hidden.mockRestore()
})
