import { beforeAll, expect, test } from 'vitest'
import { createRandom } from '@/shared/random'
import { quickRangeNames } from './lists'
import { loadNatural, type ParseNatural } from './natural'
import { formatMoment, parseMoment, parseRange } from './parse'
import { absoluteRange, formatRange, mappedRange, relativeRange, type TimeRange } from './range'

// A Saturday, 15:33 in Berlin.
const now = new Date('2026-11-21T14:33:27.123Z')
const timeZone = 'Europe/Berlin'
let natural: ParseNatural
beforeAll(async () => {
  natural = await loadNatural()
})
const moment = (text: string, edge?: 'end') => parseMoment(text, { now, timeZone, natural }, edge)?.toISOString()
const range = (text: string) => parseRange(text, { now, timeZone, natural })

test.each([
  ['now', '2026-11-21T14:33:27.123Z'],
  ['now-5m', '2026-11-21T14:28:27.123Z'],
  ['now/d', '2026-11-20T23:00:00.000Z'],
  ['5m', '2026-11-21T14:28:27.123Z'],
  ['90 s', '2026-11-21T14:31:57.123Z'],
  ['2h ago', '2026-11-21T12:33:27.123Z'],
  ['2 Hours Ago', '2026-11-21T12:33:27.123Z'],
  ['3d', '2026-11-18T14:33:27.123Z'],
  ['1mo', '2026-10-21T13:33:27.123Z'],
  ['6M', '2026-05-21T13:33:27.123Z'],
  ['6m', '2026-11-21T14:27:27.123Z'],
  ['1y ago', '2025-11-21T14:33:27.123Z'],
  ['in 2h', '2026-11-21T16:33:27.123Z'],
  ['+2h', '2026-11-21T16:33:27.123Z'],
  ['2026-11-20', '2026-11-19T23:00:00.000Z'],
  ['2026-11-20 09:15', '2026-11-20T08:15:00.000Z'],
  ['2026-11-20T09:15:30.250', '2026-11-20T08:15:30.250Z'],
  ['2026-11-20 09:15:30Z', '2026-11-20T09:15:30.000Z'],
  ['2026-11-20 09:15 +05:30', '2026-11-20T03:45:00.000Z'],
  ['2026-07-01 12:00', '2026-07-01T10:00:00.000Z'],
])('parses %s [TIME-12 TIME-22]', (text, expected) => {
  expect(moment(text)).toBe(expected)
})

test.each([
  ['yesterday at 5pm', '2026-11-20T16:00:00.000Z'],
  ['last monday', '2026-11-15T23:00:00.000Z'],
  ['1 july 12:00', '2026-07-01T10:00:00.000Z'],
  ['Nov 3, 2026', '2026-11-02T23:00:00.000Z'],
  ['yesterday at 5pm UTC', '2026-11-20T17:00:00.000Z'],
  ['yesterday at 5pm EST', '2026-11-20T22:00:00.000Z'],
  ['half an hour ago', '2026-11-21T14:03:27.000Z'],
])('parses %s in natural language in the zone [TIME-12]', (text, expected) => {
  expect(moment(text)?.slice(0, 20)).toBe(expected.slice(0, 20))
})

test('includes the day if the end is a day', () => {
  expect(moment('2026-11-20', 'end')).toBe('2026-11-20T23:00:00.000Z')
  expect(moment('yesterday', 'end')).toBe('2026-11-20T23:00:00.000Z')
  expect(moment('yesterday 12:00', 'end')).toBe('2026-11-20T11:00:00.000Z')
})

test.each(['', '  ', '0001-01-01T00:00:00Z', '2026-02-30', '2026-13-01', 'soon', 'now-5x', 'the day I broke it', '5'])(
  'rejects %j [TIME-13 TIME-14]',
  (text) => {
    expect(moment(text)).toBeUndefined()
  }
)

test('parses all other formats without the natural language parser', () => {
  expect(parseMoment('last monday', { now, timeZone })).toBeUndefined()
  expect(parseMoment('2h ago', { now, timeZone })?.toISOString()).toBe('2026-11-21T12:33:27.123Z')
})

const dates = (from: string, to: string): TimeRange => absoluteRange(new Date(from), new Date(to))

test.each<[string, TimeRange]>([
  ['15m', relativeRange('now-15m')],
  ['last 2 hours', relativeRange('now-2h')],
  ['the last hour', relativeRange('now-1h')],
  ['2h ago', relativeRange('now-2h')],
  ['past 3d', relativeRange('now-3d')],
  ['last 24', relativeRange('now-24h')],
  ['the past 6', relativeRange('now-6h')],
  ['now-1d/d', relativeRange('now-1d/d')],
  ['next week', relativeRange('now+1w')],
  ['in 5m', relativeRange('now+5m')],
  ['+2h', relativeRange('now+2h')],
  ['Indefinitely', relativeRange('indefinitely')],
  ['yesterday', mappedRange('Yesterday')],
  ['previous MONTH', mappedRange('Previous month')],
  ['2026-11-20', dates('2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z')],
  ['since 2026-11-20', dates('2026-11-19T23:00:00Z', now.toISOString())],
  ['since yesterday at 5pm', dates('2026-11-20T16:00:00Z', now.toISOString())],
  ['2026-11-20 10:00 to 2026-11-20 11:00', dates('2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z')],
  ['2026-11-18 - 2026-11-19', dates('2026-11-17T23:00:00Z', '2026-11-19T23:00:00Z')],
  ['from 2h ago until now', dates('2026-11-21T12:33:27.123Z', now.toISOString())],
  ['now-2h..now-1h', dates('2026-11-21T12:33:27.123Z', '2026-11-21T13:33:27.123Z')],
  ['2026-11-20T10:00:00Z/2026-11-20T11:00:00Z', dates('2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z')],
  ['{"from":"now-2h","to":"now-1h"}', dates('2026-11-21T12:33:27.123Z', '2026-11-21T13:33:27.123Z')],
])('parses %s as a range', (text, expected) => {
  expect(range(text)).toEqual(expected)
})

test.each(['', 'hour', 'now', 'soon', 'now to now-1h', '{"from":1}', '{', '0m', 'Tomorrow so far', '2999-01-01 10:00'])(
  'rejects %j as a range',
  (text) => {
    expect(range(text)).toBeUndefined()
  }
)

test('pastes a copied range as the same range', () => {
  const random = createRandom(12)
  for (let n = 0; n < 500; n++) {
    const start = random.below(4_000_000_000_000)
    const copied = random.pick([
      absoluteRange(new Date(start), new Date(start + 1 + random.below(1e11))),
      relativeRange(
        `now${random.pick(['+', '-'])}${1 + random.below(99)}${random.pick(['s', 'm', 'h', 'd', 'w', 'M', 'y'])}`
      ),
      mappedRange(random.pick(quickRangeNames)),
    ])
    expect(range(formatRange(copied))).toEqual(copied)
  }
})

test('formats a time that parses to the same time, also in a repeated hour', () => {
  const random = createRandom(13)
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/Santiago']
  const twice = new Date('2026-10-25T00:00:00Z').getTime()
  for (let n = 0; n < 500; n++) {
    const at = new Date(random.chance(0.3) ? twice + random.below(7_200_000) : random.below(4_000_000_000_000))
    const zone = random.pick(zones)
    expect(parseMoment(formatMoment(at, zone), { now, timeZone: zone })).toEqual(at)
  }
  expect(formatMoment(new Date(twice), 'Europe/Berlin')).toBe('2026-10-25 02:00:00 +02:00')
  expect(formatMoment(new Date(twice + 3_600_000), 'Europe/Berlin')).toBe('2026-10-25 02:00:00')
})

test.each([
  `1${' '.repeat(100_000)}h`,
  `last ${'1 '.repeat(50_000)}`,
  `${'from '.repeat(20_000)}to now`,
  `${'1-'.repeat(50_000)}`,
  `${'monday '.repeat(20_000)}to now`,
  `now${'-1d'.repeat(30_000)}`,
])('rejects an overlong text without parsing it', (text) => {
  expect(moment(text)).toBeUndefined()
  expect(range(text)).toBeUndefined()
})
