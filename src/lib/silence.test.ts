import { expect, test } from 'vitest'
import { readSilence, silenceDurations, wordsOfSilence } from './silence'

test.each<[string, number | null | undefined, string]>([
  ['2h', 7_200_000, 'for 2h'],
  ['90m', 5_400_000, 'for 1h 30m'],
  ['2d', 172_800_000, 'for 2d'],
  ['Indefinitely', null, 'without an end'],
  ['0', undefined, 'without an end'],
  ['-2h', undefined, 'without an end'],
  ['2y', undefined, 'without an end'],
  ['soon', undefined, 'without an end'],
])('%s', (text, ms, words) => {
  expect([readSilence(text), wordsOfSilence(text)]).toEqual([ms, words])
})

test('what is offered can be read', () => {
  expect(silenceDurations.filter((one) => readSilence(one) === undefined)).toEqual([])
})
