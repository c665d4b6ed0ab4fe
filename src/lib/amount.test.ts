import { expect, test } from 'vitest'
import { bytes, isAmount, joinAmount, millicores, readNumber, splitAmount } from './amount'

test.each([
  ['512Mi', bytes, { number: '512', unit: 'Mi' }],
  ['1.5Gi', bytes, { number: '1.5', unit: 'Gi' }],
  ['', bytes, { number: '', unit: 'Mi' }],
  ['7', bytes, { number: '7', unit: 'Mi' }],
  ['x', bytes, { number: 'x', unit: 'Mi' }],
  ['250m', millicores, { number: '250', unit: 'm' }],
])('splits %s', (text, set, amount) => {
  expect(splitAmount(text, set)).toEqual(amount)
})

test('returns an empty text for a unit without a number', () => {
  expect(joinAmount({ number: ' ', unit: 'Gi' })).toBe('')
  expect(joinAmount({ number: '2 ', unit: 'Gi' })).toBe('2Gi')
})

test.each([
  ['512Mi', true],
  ['1.5Gi', true],
  ['512', false],
  ['-1Mi', false],
  ['someMi', false],
])('%s is an amount: %s', (text, is) => {
  expect(isAmount(text, bytes)).toBe(is)
})

test.each([
  ['', null],
  [' 42 ', 42],
  ['-1.5', -1.5],
  ['1,5', 1.5],
  ['.5', 0.5],
  ['2e3', 2000],
  ['0', 0],
  ['1,000,000', Number.NaN],
  ['ten', Number.NaN],
  ['Infinity', Number.NaN],
  ['0x10', Number.NaN],
])('parses %j as %s', (text, number) => {
  expect(readNumber(text)).toBe(number)
})
