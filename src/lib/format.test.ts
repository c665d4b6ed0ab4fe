import { expect, test } from 'vitest'
import {
  asSentence,
  formatAbsolute,
  formatAge,
  formatAgo,
  formatCount,
  formatDuration,
  formatNames,
  formatPercent,
} from './format'

test.each([
  [0, '0.0%'],
  [66.666, '66.7%'],
  [99.97, '99.9%'],
  [100, '100.0%'],
])('%d percent reads %s [FORMAT-01]', (percent, text) => {
  expect(formatPercent(percent)).toBe(text)
})

test.each([
  [0, '0 ms'],
  [431.4, '431 ms'],
  [999.6, '1 s'],
  [1000, '1 s'],
  [4240, '4.2 s'],
  [59_940, '59.9 s'],
  [59_960, '1m'],
  [185_000, '3m 5s'],
  [3_600_000, '1h'],
  [36_000_000, '10h'],
  [2 * 86_400_000 + 4 * 3_600_000 + 5000, '2d 4h'],
  [400 * 86_400_000, '1y 1mo'],
  [-1500, '-1.5 s'],
])('a duration of %d ms reads %s [FORMAT-02] [FORMAT-03] [FORMAT-04]', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [-20, '0s'],
  [999, '0s'],
  [4200, '4s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [7_200_000, '2h'],
  [6 * 86_400_000, '6d'],
  [90 * 86_400_000, '3mo'],
])('an age of %d ms reads %s', (ms, text) => {
  expect(formatAge(ms)).toBe(text)
})

test.each([
  [-20, 'just now'],
  [999, 'just now'],
  [4200, '4s ago'],
])('%d ms ago reads %s', (ms, text) => {
  expect(formatAgo(ms)).toBe(text)
})

test.each([
  ['connection lost', 'connection lost.'],
  ['Network Error. Please try again.', 'Network Error. Please try again.'],
  ['why? ', 'why?'],
])('%s ends as %s', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence)
})

test('an absolute time names its zone', () => {
  expect(formatAbsolute('2026-11-21T05:33:27.123Z', 'UTC')).toBe('2026-11-21 05:33:27 UTC')
  expect(formatAbsolute('2026-11-21T23:33:27Z', 'Asia/Kolkata')).toBe('2026-11-22 05:03:27 GMT+5:30')
})

test('counts agree with their noun', () => {
  expect([0, 1, 1284].map((n) => formatCount(n, 'check'))).toEqual(['0 checks', '1 check', '1,284 checks'])
})

test('a long list of names says how many are left', () => {
  expect(formatNames(['a'])).toBe('a')
  expect(formatNames(['a', 'b', 'c'])).toBe('a, b and c')
  expect(formatNames(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more')
})
