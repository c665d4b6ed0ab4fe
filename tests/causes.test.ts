import { expect, test } from 'vitest'
import { type CauseCandidate, rankCauses } from '../src/lib/incidents/causes'
import { mostRecent, outagesFrom, ranked, scoreRanking } from './helpers/outages'

// The weights were tuned with other seeds.
test.each([1001, 2002, 3003])(
  'ranks the cause among the first three of 501 in at least nine of ten out of 200 outages (seed %i)',
  (seed) => {
    const outages = outagesFrom(seed, 200)
    expect(outages.every(({ candidates }) => candidates.length === 501)).toBe(true)
    expect(scoreRanking(outages, ranked)).toBeGreaterThanOrEqual(0.9)
    expect(scoreRanking(outages, mostRecent)).toBeLessThan(0.5)
  }
)

const MINUTE_MS = 60_000
const happened = (id: string, beforeMs: number, more: Partial<CauseCandidate> = {}): CauseCandidate => ({
  id,
  type: 'diff',
  on: 'checkout',
  at: -beforeMs,
  ...more,
})
const steps: Readonly<Record<string, number>> = { checkout: 0, node: 1 }
const surroundings = {
  distanceTo: (thing: string) => steps[thing],
  countSimilar: ({ type }: CauseCandidate) => (type === 'diff' ? 1 : 360),
}
const rank = (...candidates: CauseCandidate[]) => rankCauses(0, candidates, surroundings)
const order = (...candidates: CauseCandidate[]) => rank(...candidates).map(({ candidate }) => candidate.id)

test('ranks events higher that are sooner, nearer, rarer or isolated', () => {
  expect(order(happened('late', 60 * MINUTE_MS), happened('soon', 2 * MINUTE_MS))).toEqual(['soon', 'late'])
  expect(order(happened('far', MINUTE_MS, { on: 'node' }), happened('near', MINUTE_MS))).toEqual(['near', 'far'])
  expect(order(happened('often', MINUTE_MS, { type: 'Synced' }), happened('rare', MINUTE_MS))).toEqual([
    'rare',
    'often',
  ])
  const everywhere = [happened('one', MINUTE_MS), happened('other', MINUTE_MS, { on: 'node' })]
  expect(order(...everywhere, happened('alone', MINUTE_MS, { type: 'Rotated' }))[0]).toBe('one')
  expect(
    rankCauses(0, [...everywhere, happened('alone', MINUTE_MS, { type: 'Rotated' })], {
      ...surroundings,
      countSimilar: () => 1,
    })[0]
  ).toMatchObject({ candidate: { id: 'alone' } })
})

test('ignores events long after the failure and on unrelated resources', () => {
  expect(order(happened('after', -6 * MINUTE_MS), happened('elsewhere', MINUTE_MS, { on: 'printer' }))).toEqual([])
})

const reasons = (...candidates: CauseCandidate[]) => rank(...candidates)[0]?.reasons

test('explains the rank of each event', () => {
  expect(reasons(happened('a', 2 * MINUTE_MS))).toEqual(['2m before', 'on the same resource', 'first in 30 days'])
  expect(reasons(happened('a', -MINUTE_MS, { on: 'node', type: 'Synced' }))).toEqual([
    'recorded 1m after, because scrapers report with a delay',
    '1 step away',
    'happens about 12 times a day',
  ])
  expect(reasons(happened('a', 0), happened('b', 0, { on: 'node' }))?.at(-1)).toBe(
    'at the same time on 1 other resource'
  )
})
