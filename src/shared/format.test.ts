import { expect, test } from 'vitest'
import {
  asSentence,
  formatAge,
  formatAgo,
  formatBytes,
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
])('a duration of %d ms reads %s [FORMAT-02 FORMAT-03 FORMAT-04]', (ms, text) => {
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

test.each([
  [0, '0 B'],
  [512, '512 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [10 * 1024 ** 3, '10 GB'],
  [1024 ** 4, '1 TB'],
  [1024 ** 5, '1 PB'],
  [1024 ** 6, '1 EB'],
  [1024 ** 7, '1 ZB'],
  [2.5 * 1024 ** 8, '2.5 YB'],
  [5000 * 1024 ** 8, '5000 YB'],
  [-2048, '-2 KB'],
])('%d bytes read %s [FORMAT-05]', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('formats counts with singular and plural nouns', () => {
  expect([0, 1, 1284].map((n) => formatCount(n, 'check'))).toEqual(['0 checks', '1 check', '1,284 checks'])
})

test('shows how many names a long list omits', () => {
  expect(formatNames(['a'])).toBe('a')
  expect(formatNames(['a', 'b', 'c'])).toBe('a, b and c')
  expect(formatNames(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more')
})
