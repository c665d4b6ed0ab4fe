import { expect, test } from 'vitest'
import type { Incident } from '@/api/incidents/incident'
import type { Timeline, TimelineEvent } from '@/api/timeline/events'
import {
  rankRelatedEvents,
  describeRelated,
  findSimilarIncidents,
  toRelatedTarget,
  relatedTimeRange,
} from './related-items'

const OPENED = Date.parse('2026-11-20T03:00:00Z')
const MINUTE = 60_000
const iso = (at: number) => new Date(at).toISOString()
const evidence = (over: object) => ({ type: 'check', description: '', ...over })
const incident = (over: object = {}, ...evidences: object[]) =>
  ({
    id: 'own',
    title: 'Checkout is down',
    type: 'availability',
    status: 'open',
    created_at: iso(OPENED),
    hypotheses: [{ id: 'h', evidences }],
    ...over,
  }) as unknown as Incident

type EventSubject = { steps?: number; kind?: 'config' | 'check' }
const event = (
  is: 'change' | 'failed' | 'passed',
  id: string,
  at: number,
  { steps = 0, kind }: EventSubject = {}
): TimelineEvent => {
  const on = {
    kind: kind ?? (is === 'change' ? 'config' : 'check'),
    id: `of ${id}`,
    name: `resource of ${id}`,
    steps,
  } as const
  return { is, id, at, type: 'diff', title: 'diff', on }
}
const timeline = (...events: TimelineEvent[]): Timeline => ({ events, usual: new Map(), usualDays: 30, missing: [] })

test('lists earlier events by rank, then later events by time', () => {
  const rows = rankRelatedEvents(
    incident(),
    timeline(
      event('change', 'later', OPENED + 60 * MINUTE),
      event('change', 'sooner', OPENED + 20 * MINUTE),
      event('change', 'far', OPENED - 10 * MINUTE, { steps: 4 }),
      event('change', 'near', OPENED - 10 * MINUTE),
      event('passed', 'recovered', OPENED - MINUTE)
    )
  )
  expect(rows.map(({ id, rank }) => [id, rank])).toEqual([
    ['near', 1],
    ['far', 2],
    ['sooner', undefined],
    ['later', undefined],
  ])
  expect(rows.at(-1)?.reasons).toEqual(['1h after the start', 'on the same resource'])
})

test('starts the incident at the first failure of its resources, before it was opened', () => {
  const rows = rankRelatedEvents(
    incident(),
    timeline(event('failed', 'check', OPENED - 30 * MINUTE), event('change', 'between', OPENED - 10 * MINUTE))
  )
  expect(rows.find(({ id }) => id === 'of check')).toMatchObject({
    rank: undefined,
    reasons: ['start of the incident', 'on the same resource'],
  })
  expect(rows.find(({ id }) => id === 'between')).toMatchObject({
    rank: undefined,
    reasons: ['20m after the start', 'on the same resource'],
  })
})

test('marks existing evidence, and matches a failing check by its id', () => {
  const own = incident(
    {},
    evidence({ type: 'config_change', config_changes: { id: 'a' } }),
    evidence({ checks: { id: 'of c', name: 'c' } })
  )
  const rows = rankRelatedEvents(
    own,
    timeline(
      event('change', 'a', OPENED - MINUTE),
      event('change', 'b', OPENED - MINUTE),
      event('failed', 'c', OPENED - MINUTE),
      event('failed', 'd', OPENED - MINUTE, { kind: 'config' })
    )
  )
  const attached = Object.fromEntries(
    rows.map((row) => [toRelatedTarget(row).id, [toRelatedTarget(row).kind, row.isAttached]])
  )
  expect(attached).toEqual({ a: ['change', true], b: ['change', false], 'of c': ['check', true], d: ['change', false] })
  expect(rows.map(describeRelated).find((one) => one.includes('diff of resource of a'))).toMatch(
    /^\d\., Change, diff of resource of a, already linked, 0s before, on the same resource/
  )
})

test('ends the time range when the incident was over, at the latest after a week', () => {
  const day = 24 * 60 * MINUTE
  const now = OPENED + 30 * day
  expect(relatedTimeRange(incident(), now)).toEqual({ from: OPENED - day, to: OPENED + 7 * day + 1 })
  expect(relatedTimeRange(incident({ status: 'resolved', resolved: iso(OPENED + day) }), now).to).toBe(OPENED + day + 1)
  expect(relatedTimeRange(incident({ resolved: iso(OPENED + day) }), OPENED + 2 * day).to).toBe(OPENED + 2 * day + 1)
})

test('gives the reasons for similar incidents, without the incident itself', () => {
  const cart = evidence({ checks: { id: 'cart', name: 'cart API' } })
  const other = {
    ...incident(
      {
        id: 'other',
        incident_id: 'INC-2',
        title: 'Orders',
        status: 'closed',
        closed: iso(OPENED - 30 * 24 * 60 * MINUTE),
        created_at: iso(OPENED - 31 * 24 * 60 * MINUTE),
      },
      cart
    ),
  }
  const own = incident({}, cart)
  const rows = findSimilarIncidents(own, [own, other], { resources: [], omitted: 0, missing: [] })
  expect(rows.map(describeRelated)).toEqual(['1., Incident, Orders, closed, the same check: cart API, the same type'])
})
