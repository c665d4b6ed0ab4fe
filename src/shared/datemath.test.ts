import { expect, test } from 'vitest'
import { parseDatemath } from './datemath'

// A Tuesday.
const now = new Date('2025-04-15T06:36:38.123Z')
const read = (text: string, from = now) => parseDatemath(text, from)?.toISOString()

test.each([
  ['now', '2025-04-15T06:36:38.123Z'],
  ['now-30s', '2025-04-15T06:36:08.123Z'],
  ['now+1m', '2025-04-15T06:37:38.123Z'],
  ['now-2h', '2025-04-15T04:36:38.123Z'],
  ['now-2d', '2025-04-13T06:36:38.123Z'],
  ['now-1w', '2025-04-08T06:36:38.123Z'],
  ['now-1M', '2025-03-15T06:36:38.123Z'],
  ['now-1y', '2024-04-15T06:36:38.123Z'],
  ['now+1h/h', '2025-04-15T07:00:00.000Z'],
  ['now-1d+2h', '2025-04-14T08:36:38.123Z'],
  ['now/m', '2025-04-15T06:36:00.000Z'],
  ['now/d', '2025-04-15T00:00:00.000Z'],
  ['now/w', '2025-04-14T00:00:00.000Z'],
  ['now/M', '2025-04-01T00:00:00.000Z'],
  ['now/y', '2025-01-01T00:00:00.000Z'],
  [' now ', '2025-04-15T06:36:38.123Z'],
  ['2025-04-01', '2025-04-01T00:00:00.000Z'],
  ['2025-04-01T10:00:00Z', '2025-04-01T10:00:00.000Z'],
  ['2025-04-01T10:00:00+02:00', '2025-04-01T08:00:00.000Z'],
])('%s', (text, expected) => expect(read(text)).toBe(expected))

test.each([
  ['2025-03-31T12:00:00Z', 'now-1M', '2025-02-28T12:00:00.000Z'],
  ['2024-03-31T12:00:00Z', 'now-1M', '2024-02-29T12:00:00.000Z'],
  ['2024-02-29T12:00:00Z', 'now+1y', '2025-02-28T12:00:00.000Z'],
  ['2025-01-31T12:00:00Z', 'now+13M', '2026-02-28T12:00:00.000Z'],
  ['2025-01-05T12:00:00Z', 'now/w', '2024-12-30T00:00:00.000Z'],
])('from %s, %s', (from, text, expected) => expect(read(text, new Date(from))).toBe(expected))

test.each(['', 'yesterday', 'now-', 'now-2', 'now-2x', 'now/x', 'now -2d', '2025-13-01', '1', '4', 'now+999999y'])(
  'rejects %s',
  (text) => expect(read(text)).toBeUndefined()
)

test.each([
  ['now/d', '2025-04-14T22:00:00.000Z'],
  ['now-1mo', '2025-03-15T07:36:38.123Z'],
  // A calendar day: 30 March has 23 hours in Berlin.
  ['now-16d', '2025-03-30T06:36:38.123Z'],
  ['now-17d', '2025-03-29T07:36:38.123Z'],
  ['2025-04-01', '2025-03-31T22:00:00.000Z'],
  ['2025-04-01 10:00', '2025-04-01T08:00:00.000Z'],
  ['2025-04-01T10:00Z', '2025-04-01T10:00:00.000Z'],
])('%s, in the calendar of Berlin', (text, expected) => {
  expect(parseDatemath(text, now, 'Europe/Berlin')?.toISOString()).toBe(expected)
})
