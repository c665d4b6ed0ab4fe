import { expect, test } from 'vitest'
import { type Random, createRandom } from '@/shared/random'
import { isNoDate } from './dates'
import { futureRanges, metricRanges, pastRanges, quickRangeNames } from './lists'
import { absoluteRange, isSameRange, mappedRange, relativeRange, type TimeRange } from './range'
import { listedRangeCodec, type TimeParams } from './range-codec'
import { anyRangeCodec, fromTimeParams, toTimeParams } from './range-params'
import { withRecent } from './recent'

const from = new Date('2026-11-20T05:00:00Z')
const to = new Date('2026-11-21T05:33:27.123Z')

test('creates absolute, relative and mapped ranges [TIME-01 TIME-02 TIME-03]', () => {
  expect(absoluteRange(from, to)).toEqual({
    type: 'absolute',
    from: '2026-11-20T05:00:00.000Z',
    to: '2026-11-21T05:33:27.123Z',
    display: 'Custom',
  })
  expect(relativeRange('now-5m')).toEqual({ type: 'relative', range: 'now-5m', display: 'Last 5 minutes' })
  expect(mappedRange('Yesterday')).toEqual({ type: 'mapped', display: 'Yesterday' })
})

test.each([
  ['now-5m', 'Last 5 minutes'],
  ['now-1h', 'Last hour'],
  ['now-6M', 'Last 6 months'],
  ['now-6mo', 'Last 6 months'],
  ['now+1000d', 'Next 1,000 days'],
  ['now-1d/d', 'now-1d/d'],
  ['indefinitely', 'Indefinitely'],
])('names %s: %s', (range, name) => {
  expect(relativeRange(range).display).toBe(name)
})

test('ranges of different types or with different times differ', () => {
  const ranges = [
    relativeRange('now-1h'),
    relativeRange('now-2h'),
    mappedRange('now-1h'),
    absoluteRange(from, to),
    absoluteRange(new Date(0), to),
  ]
  for (const a of ranges) expect(ranges.filter((b) => isSameRange({ ...a }, b))).toEqual([a])
})

const noTime = toTimeParams(undefined)

test.each([
  [
    'relative range',
    relativeRange('now-5m'),
    { ...noTime, rangeType: 'relative', display: 'Last 5 minutes', range: 'now-5m' },
  ],
  [
    'absolute range',
    absoluteRange(from, to),
    { ...noTime, rangeType: 'absolute', display: 'Custom', from: from.toISOString(), to: to.toISOString() },
  ],
  ['mapped range', mappedRange('Today'), { ...noTime, rangeType: 'mapped', display: 'Today', timeRange: 'Today' }],
])('a %s writes its own parameters and clears the others [TIME-04 TIME-05 TIME-06]', (_kind, range, params) => {
  expect(toTimeParams(range)).toEqual(params)
  // Undefined removes a parameter, so all parameters must be present.
  expect(Object.keys(toTimeParams(range)).toSorted()).toEqual([
    'display',
    'from',
    'range',
    'rangeType',
    'timeRange',
    'to',
  ])
})

const anyRange = (random: Random): TimeRange => {
  const start = random.below(4_000_000_000_000)
  const sign = random.pick(['+', '-'])
  return random.pick<() => TimeRange>([
    () => absoluteRange(new Date(start), new Date(start + 1 + random.below(1e11))),
    () => relativeRange(`now${sign}${1 + random.below(999)}${random.pick(['s', 'm', 'h', 'd', 'w', 'M', 'y'])}`),
    () => mappedRange(random.pick(quickRangeNames)),
  ])()
}

test('round-trips through query parameters', () => {
  const random = createRandom(20261121)
  for (let n = 0; n < 500; n++) {
    const range = anyRange(random)
    expect(fromTimeParams(toTimeParams(range))).toEqual(range)
  }
})

test.each<[string, Partial<TimeParams>, TimeRange | undefined]>([
  ['nothing', {}, undefined],
  ['the timeRange of another page', { timeRange: '1h' }, undefined],
  ['no end', { rangeType: 'absolute', from: '2026-11-20' }, undefined],
  ['the year-one date', { rangeType: 'absolute', from: '0001-01-01T00:00:00Z', to: '2026-11-20' }, undefined],
  ['another name', { rangeType: 'relative', range: 'now-5m', display: 'Last year' }, relativeRange('now-5m')],
])('reads the range of a link with %s', (_what, params, range) => {
  expect(fromTimeParams(params)).toEqual(range)
})

test('reports the error of an invalid range instead of the range [TIME-15]', () => {
  expect(anyRangeCodec.read({ ...noTime, rangeType: 'relative', range: 'soon' })).toEqual({
    fault: 'Invalid relative time range',
  })
  expect(anyRangeCodec.read(noTime)).toEqual({ range: undefined })
})

const codec = listedRangeCodec(metricRanges, relativeRange('now-1h'))

test('a page with a list of ranges has only the parameter timeRange, without a type [TIME-18]', () => {
  for (const range of metricRanges.filter(({ display }) => display !== 'Last hour')) {
    const params = codec.write(range)
    expect(Object.keys(params)).toEqual(['timeRange'])
    expect(codec.read({ ...noTime, ...params })).toEqual({ range })
  }
  expect(codec.write(relativeRange('now-1d'))).toEqual({ timeRange: '1d' })
  expect(codec.read({ ...noTime, timeRange: '1h' })).toEqual({ range: relativeRange('now-1h') })
})

test('a page with a list of ranges has no parameter for the initial range', () => {
  expect(codec.write(relativeRange('now-1h'))).toEqual({ timeRange: undefined })
  expect(codec.write(undefined)).toEqual({ timeRange: undefined })
})

test.each<Partial<TimeParams>>([
  {},
  { timeRange: '4h' },
  { timeRange: '24h' },
  { timeRange: 'now-1h' },
  { rangeType: 'relative', range: 'now-1h' },
])('a page with a list of ranges reads no range from %j', (params) => {
  expect(codec.read({ ...noTime, ...params })).toEqual({ range: undefined })
})

test.each([
  ['0001-01-01T00:00:00Z', true],
  ['0001-01-01T00:00:00+00:00', true],
  ['0001-01-01 00:00:00.000', true],
  ['0001-01-01', true],
  ['0001-01-02', false],
  ['2001-01-01T00:00:00Z', false],
])('%s means no date: %s [TIME-13]', (text, expected) => {
  expect(isNoDate(text)).toBe(expected)
})

test.each(['', '   ', null, undefined])('empty (%j) means no date [TIME-14]', (text) => {
  expect(isNoDate(text)).toBe(true)
})

const steps = ['5m', '15m', '30m', '1h', '3h', '6h', '12h', '24h', '2d', '7d', '30d', '90d', '6M', '1y', '2y', '5y']

test('defines the ranges up to now [TIME-19]', () => {
  expect(pastRanges).toEqual(steps.map((step) => relativeRange(`now-${step}`)))
  expect(pastRanges[12]?.display).toBe('Last 6 months')
})

test('starts the ranges from now with Indefinitely [TIME-20]', () => {
  expect(futureRanges.map(({ display }) => display).slice(0, 3)).toEqual([
    'Indefinitely',
    'Next 5 minutes',
    'Next 15 minutes',
  ])
  expect(futureRanges.slice(1)).toEqual(steps.map((step) => relativeRange(`now+${step}`)))
})

const day = (n: number) => absoluteRange(new Date(Date.UTC(2026, 0, n)), new Date(Date.UTC(2026, 0, n + 1)))
const datesOf = (recent: readonly { from: string }[]) => recent.map((one) => Number(one.from.slice(8, 10)))

test('lists the newest range first and only once [TIME-08 TIME-09]', () => {
  const recent = [1, 2, 1].reduce<ReturnType<typeof withRecent>>((list, n) => withRecent(list, day(n)), [])
  expect(datesOf(recent)).toEqual([1, 2])
})

test('keeps the newest five ranges [TIME-10]', () => {
  const recent = [1, 2, 3, 4, 5, 6, 7].reduce<ReturnType<typeof withRecent>>((list, n) => withRecent(list, day(n)), [])
  expect(datesOf(recent)).toEqual([7, 6, 5, 4, 3])
})

test('remembers only absolute ranges', () => {
  expect(withRecent([], relativeRange('now-5m'))).toEqual([])
  expect(withRecent([], mappedRange('Today'))).toEqual([])
})
