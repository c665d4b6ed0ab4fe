import { expect, test } from 'vitest'
import { type Random, createRandom } from '@/shared/random'
import { z } from 'zod/mini'
import type { FilterValues } from '@/shared/filter-values'
import { absoluteRange, mappedRange, relativeRange } from '@/lib/time/range'
import type { TimeParams } from '@/lib/time/range-codec'
import { fromTimeParams, toTimeParams } from '@/lib/time/range-params'
import { defineUrlState } from './url-state'
import { pageSizes } from '@/ui/grid/grid-view'
import { durationParam, filterParam, flagParam, pagingParams, sortingParams, timeRangeParams } from './fields'

const url = defineUrlState({
  ...pagingParams,
  ...sortingParams,
  ...timeRangeParams,
  ...durationParam,
  status: filterParam,
  hidden: z._default(flagParam, false),
})
const usual = url.parse('')

test('returns the defaults for an empty address', () => {
  expect([usual.pageIndex, usual.pageSize]).toEqual([0, undefined])
  expect([usual.sortBy, usual.sortOrder, usual.rangeType, usual.duration]).toEqual(Array(4).fill(undefined))
  expect(usual.status).toEqual({})
})

test.each<[string, Partial<typeof usual>]>([
  ['pageIndex=3', { pageIndex: 3 }],
  ['pageSize=200', { pageSize: 200 }],
  ['sortBy=created_at&sortOrder=desc', { sortBy: 'created_at', sortOrder: 'desc' }],
  ['sortOrder=asc', { sortOrder: 'asc' }],
  ['rangeType=relative&display=Last+hour&range=now-1h', toSome(toTimeParams(relativeRange('now-1h')))],
  ['rangeType=mapped&display=Today&timeRange=Today', toSome(toTimeParams(mappedRange('Today')))],
  [
    'rangeType=absolute&display=Custom&from=2026-11-20T05:00:00.000Z&to=2026-11-21T05:00:00.000Z',
    toSome(toTimeParams(absoluteRange(new Date('2026-11-20T05:00:00Z'), new Date('2026-11-21T05:00:00Z')))),
  ],
  ['duration=15s', { duration: '15s' }],
  [
    'status=SUCCESS:-1,FAILED:1',
    {
      status: { SUCCESS: 'exclude', FAILED: 'include' },
    },
  ],
])('parses and formats %s as %j [FILTER-01 FILTER-11]', (search, changes) => {
  expect(url.parse(search)).toEqual({ ...usual, ...changes })
  expect(url.format('', changes)).toBe(search)
})

function toSome(params: TimeParams): Partial<TimeParams> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

test.each([
  'pageIndex=-1',
  'pageIndex=1.5',
  'pageIndex=1e3',
  'pageSize=0',
  'pageSize=51',
  'pageSize=1e2',
  'pageSize=1001',
  'sortOrder=up',
  'rangeType=forever',
  'hidden=maybe',
  'sortBy=',
  '%E0%A4%A',
])('replaces the invalid %s with its default', (junk) => {
  expect(url.parse(`${junk}&duration=15s`)).toEqual({ ...usual, duration: '15s' })
})

test('removes all keys of the time range, and no others, when it is cleared [TIME-07]', () => {
  const search = url.format('other=1&duration=15s', { ...toTimeParams(relativeRange('now-1h')), sortBy: 'name' })
  expect(url.format(search, toTimeParams(undefined))).toBe('other=1&duration=15s&sortBy=name')
})

test('replaces one kind of range with another in the address [TIME-04 TIME-05 TIME-06]', () => {
  const ranges = [
    relativeRange('now-1h'),
    mappedRange('Today'),
    absoluteRange(new Date(0), new Date(1)),
    relativeRange('now+2d'),
  ]
  for (const before of ranges)
    for (const after of ranges) {
      const search = url.format(url.format('', toTimeParams(before)), toTimeParams(after))
      const fresh = url.format('', toTimeParams(after))
      expect(new URLSearchParams(search).toString().split('&').toSorted()).toEqual(
        new URLSearchParams(fresh).toString().split('&').toSorted()
      )
      expect(fromTimeParams(url.parse(search))).toEqual(after)
    }
})

const letters = ['a', '&', '=', '%', '+', ',', ':', '!', ' ', '#', '?', 'ü', '😀', '\u0000']
const anyText = (random: Random) => Array.from({ length: 1 + random.below(6) }, () => random.pick(letters)).join('')
const anyState = (random: Random): typeof usual => ({
  pageIndex: random.below(1000),
  pageSize: random.chance(0.5) ? random.pick(pageSizes) : undefined,
  sortBy: random.chance(0.5) ? anyText(random) : undefined,
  sortOrder: random.chance(0.5) ? random.pick(['asc', 'desc']) : undefined,
  rangeType: random.chance(0.5) ? random.pick(['absolute', 'relative', 'mapped']) : undefined,
  display: random.chance(0.5) ? anyText(random) : undefined,
  range: random.chance(0.5) ? anyText(random) : undefined,
  from: random.chance(0.5) ? anyText(random) : undefined,
  to: random.chance(0.5) ? anyText(random) : undefined,
  timeRange: random.chance(0.5) ? anyText(random) : undefined,
  duration: random.chance(0.5) ? anyText(random) : undefined,
  hidden: random.chance(0.5),
  status: Object.fromEntries(
    Array.from({ length: random.below(4) }, (): [string, FilterValues[string]] => [
      anyText(random),
      random.pick(['include', 'exclude']),
    ])
  ),
})

test('formats any state over any other and parses it again, and preserves unknown keys', () => {
  const random = createRandom(15)
  for (let n = 0; n < 500; n++) {
    const [before, after] = [anyState(random), anyState(random)]
    const search = url.format(url.format('mine=a%26b', before), after)
    expect(url.parse(search)).toEqual(after)
    expect(new URLSearchParams(search).get('mine')).toBe('a&b')
  }
})

test('returns a valid state for any address', () => {
  const random = createRandom(16)
  const keys = Object.keys(usual)
  for (let n = 0; n < 500; n++) {
    const search = Array.from({ length: random.below(8) }, () => `${random.pick(keys)}=${anyText(random)}`).join('&')
    const state = url.parse(search)
    expect(Object.keys(state)).toEqual(keys)
    // A state parsed from an invalid address can be formatted and parsed again.
    expect(url.parse(url.format('', state))).toEqual(state)
  }
})
