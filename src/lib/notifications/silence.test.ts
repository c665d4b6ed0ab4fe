import { expect, test } from 'vitest'
import { describeSilence, extendedEnd, parseSilence, silenceDurations } from './silence'

test.each<[string, number | null | undefined, string]>([
  ['2h', 7_200_000, 'for 2h'],
  ['90m', 5_400_000, 'for 1h 30m'],
  ['2d', 172_800_000, 'for 2d'],
  ['Indefinitely', null, 'indefinitely'],
  ['0', undefined, 'indefinitely'],
  ['-2h', undefined, 'indefinitely'],
  ['2y', undefined, 'indefinitely'],
  ['soon', undefined, 'indefinitely'],
])('%s', (text, ms, words) => {
  expect([parseSilence(text), describeSilence(text)]).toEqual([ms, words])
})

test('parses every suggested duration', () => {
  expect(silenceDurations.filter((one) => parseSilence(one) === undefined)).toEqual([])
})

test.each([
  ['adds to what is left', '2026-01-01T13:00:00Z', '2026-01-01T15:00:00.000Z'],
  ['continues an ended silence from now', '2026-01-01T09:00:00Z', '2026-01-01T14:00:00.000Z'],
])('%s', (_what, until, end) => {
  expect(extendedEnd(until, 7_200_000, Date.parse('2026-01-01T12:00:00Z'))).toBe(end)
})
