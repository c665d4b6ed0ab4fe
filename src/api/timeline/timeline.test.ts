import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiCall } from '../http'
import * as http from '../http'
import { frequencyKey } from './events'
import type { FailureSubject, TimelineSurroundings } from './resources'
import { timeline } from './timeline'

const idOf = (n: number) => `5a0000ff-0000-4000-8000-${String(n).padStart(12, '0')}`
const [CHECK, SHOP] = [idOf(1), idOf(2)]
const subject: FailureSubject = {
  kind: 'check',
  id: CHECK,
  name: 'checkout',
  isFailing: true,
  since: null,
  configs: [SHOP],
  components: [],
}
const surroundings: TimelineSurroundings = {
  resources: [
    { kind: 'check', id: CHECK, name: 'checkout', steps: 0 },
    { kind: 'config', id: SHOP, name: 'shop', steps: 1 },
  ],
  omitted: 0,
  missing: [],
}
const HOUR = 3_600_000
const NOW = Date.parse('2026-11-23T12:00:00Z')
/** A time range from and to a number of hours before now. */
const between = (from: number, to: number) => ({ from: NOW - from * HOUR, to: NOW - to * HOUR })

let asked: string[] = []
let changes: object[] = []
const timesAsked = (table: string) => asked.filter((path) => path.endsWith(table)).length
const change = (n: number, hoursAgo: number, type = 'diff') => ({
  id: idOf(100 + n),
  config_id: SHOP,
  change_type: type,
  created_at: new Date(NOW - hoursAgo * HOUR).toISOString(),
})

beforeEach(() => {
  asked = []
  changes = [change(1, 1), change(2, 3), change(3, 30), change(4, 200)]
  vi.spyOn(http, 'call').mockImplementation(async ({ path, query = [] }: ApiCall<unknown>) => {
    const areTitles = path.endsWith('config_changes') && query.some(([name]) => name === 'id')
    asked.push(areTitles ? 'titles' : path)
    if (areTitles) return []
    return path.endsWith('config_changes') ? changes : []
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Requests several times in sequence, like a user who steps from failure to failure. */
function stepping() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return (time: { from: number; to: number }) => client.fetchQuery(timeline.events(subject, surroundings, time))
}

test('reuses the loaded days for an earlier time, except for their changes and runs', async () => {
  const step = stepping()
  expect((await step(between(6, 0))).events.map(({ id }) => id)).toEqual([idOf(101), idOf(102)])
  const earlier = await step(between(36, 24))
  expect(earlier.events.map(({ id }) => id)).toEqual([idOf(103)])
  // Events after that time do not count for how usual an event was.
  expect(earlier.usual.get(frequencyKey({ type: 'diff', on: SHOP }))).toBe(2)
  expect(earlier.usualDays).toBe(29)
  expect([timesAsked('config_changes'), timesAsked('playbook_runs')]).toEqual([1, 1])
  // Data for a single time is requested for each time.
  expect(timesAsked('config_analysis')).toBe(2)
})

test.each([
  ['a later time', between(6, 1), between(6, 0)],
  ['a time before the days that are loaded', between(6, 0), between(31 * 24, 30 * 24)],
  ['a time before which hardly any days are loaded', between(6, 0), between(26 * 24, 25 * 24)],
])('%s requests its own days', async (_name, first, second) => {
  const step = stepping()
  await step(first)
  await step(second)
  expect([timesAsked('config_changes'), timesAsked('playbook_runs')]).toEqual([2, 2])
})

test('requests truncated days again, and everything on refresh', async () => {
  const step = stepping()
  changes = Array.from({ length: 2000 }, (_, n) => change(n, n / 1000))
  expect((await step(between(6, 0))).missing).toEqual(['Changes: only the latest 2,000 are included.'])
  await step(between(5, 1))
  expect([timesAsked('config_changes'), timesAsked('playbook_runs')]).toEqual([2, 1])
  await step(between(5, 1))
  expect([timesAsked('config_changes'), timesAsked('playbook_runs')]).toEqual([3, 2])
})

const at = (minutesAgo: number) => new Date(NOW - minutesAgo * 60_000).toISOString()
const checksOf = (count: number) => Array.from({ length: count }, (_, n) => ({ kind: 'check' as const, id: idOf(n) }))

test('reads the runs of checks again only after one of them changed its result', async () => {
  let turnedAt = at(30)
  const runs = [{ time: at(30), status: false, error: 'down' }]
  let reads = 0
  vi.spyOn(http, 'call').mockImplementation(async ({ path, query = [] }: ApiCall<unknown>) => {
    if (path !== '/api/db/checks') return []
    const columns = query.find(([name]) => name === 'select')?.[1]
    if (columns?.includes('last_transition_time')) return [{ id: CHECK, last_transition_time: turnedAt }]
    reads++
    return [{ id: CHECK, name: 'checkout', within: runs, before: [{ time: at(100), status: true }] }]
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const look = () => client.fetchQuery(timeline.eventsOn(surroundings.resources, { from: NOW - HOUR, to: undefined }))
  expect((await look()).events.map(({ is }) => is)).toEqual(['failed'])
  expect((await look()).events.map(({ is }) => is)).toEqual(['failed'])
  expect(reads).toBe(1)
  turnedAt = at(10)
  runs.unshift({ time: at(10), status: true, error: '' })
  expect((await look()).events.map(({ is }) => is).toSorted()).toEqual(['failed', 'passed'])
  expect(reads).toBe(2)
})

test('lists the data that exceeds the limits', async () => {
  vi.spyOn(http, 'call').mockImplementation(async ({ query = [] }: ApiCall<unknown>) => {
    const ids = query.find(([name]) => name === 'id')?.[1].match(/5a[0-9a-f-]+/g) ?? []
    return ids.map((id) => ({ id, name: id, configs: [], components: [] }))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { resources, omitted } = await client.fetchQuery(timeline.involved(checksOf(103)))
  expect([resources.length, omitted]).toEqual([100, 3])

  vi.spyOn(http, 'call').mockResolvedValue([])
  const { missing } = await client.fetchQuery(
    timeline.eventsOn(
      checksOf(22).map((one) => ({ ...one, name: one.id, steps: 0 })),
      { from: NOW - HOUR, to: undefined }
    )
  )
  expect(missing).toEqual(['Transitions of checks: only the last transition of 2 more checks is included.'])
})

test('requests the titles of the same changes once', async () => {
  const step = stepping()
  await step(between(6, 0))
  await step(between(6.5, 0.5))
  expect(timesAsked('titles')).toBe(1)
})
