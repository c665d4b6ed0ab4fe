import { expect, test } from 'vitest'
import { HttpError } from '../http/errors'
import { graphStepMs } from '../../src/shared/health/graph-step'
import { parseWindowStart } from './check-graph'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [HOUR, MINUTE],
  [2 * HOUR, MINUTE],
  [2 * HOUR + 1, 15 * MINUTE],
  [DAY, 15 * MINUTE],
  [7 * DAY, HOUR],
  [7 * DAY + 1, 4 * HOUR],
  [365 * DAY, 4 * HOUR],
])('divides a window of %d ms into points of %d ms', (window, bucket) => expect(graphStepMs(window)).toBe(bucket))

const now = new Date('2026-05-10T12:00:00Z')

test.each([
  ['1h', '2026-05-10T11:00:00Z'],
  ['7d', '2026-05-03T12:00:00Z'],
  ['-1h', '2026-05-10T11:00:00Z'],
  ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00Z'],
  ['2026-05-01T00:00:00.123+02:00', '2026-04-30T22:00:00.123Z'],
  ['2026-05-01T00:00:00', '2026-05-01T00:00:00Z'],
  ['2026-05-01', '2026-05-01T00:00:00Z'],
])('parses the window start %s as %s', (text, start) => expect(parseWindowStart(text, now)).toEqual(new Date(start)))

test.each(['', '1mo', 'now-1h', '2026-13-01', '2027-01-01', '1e9', '100000y', "1h'; drop table checks"])(
  'refuses the window start %j',
  (text) => expect(() => parseWindowStart(text, now)).toThrow(HttpError)
)
