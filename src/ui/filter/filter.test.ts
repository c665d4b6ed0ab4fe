import { expect, test } from 'vitest'
import { type Filter, spokenSummary, stateIn, summaryOf, withState } from './filter'

const options = ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, label: value.toUpperCase() }))
const including = (...values: string[]): Filter => Object.fromEntries(values.map((value) => [value, 'include']))

test('fewer than four that are included are named one by one [FILTER-17]', () => {
  expect(summaryOf(including('a', 'b', 'c'), options).map(({ label }) => label)).toEqual(['A', 'B', 'C'])
})

test('four and more are counted [FILTER-18]', () => {
  expect(summaryOf(including('a', 'b', 'c', 'd'), options)).toEqual([{ is: 'include', label: '4' }])
  expect(summaryOf(including('a', 'b', 'c', 'd', 'e'), options)).toEqual([{ is: 'include', label: '5' }])
})

test('what is excluded stands apart, and is read with "not"', () => {
  const parts = summaryOf({ x: 'exclude', a: 'include' }, options)
  expect(spokenSummary(parts)).toBe('A, not x')
})

test('neutral leaves no trace', () => {
  const filter = withState(withState({}, 'a', 'include'), 'b', 'exclude')
  expect([stateIn(filter, 'a'), stateIn(filter, 'b'), stateIn(filter, 'c')]).toEqual(['include', 'exclude', 'neutral'])
  expect(withState(filter, 'a', 'neutral')).toEqual({ b: 'exclude' })
})
