import { expect, test } from 'vitest'
import {
  countFilterValues,
  type FieldFilter,
  hasActiveFilters,
  matchesFilter,
  readFilterState,
  summarizeFilter,
  setFilterState,
} from './filter'

const options = ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, label: value.toUpperCase() }))
const including = (...values: string[]): FieldFilter => Object.fromEntries(values.map((value) => [value, 'include']))

test('names up to three included values one by one [FILTER-17]', () => {
  expect(summarizeFilter(including('a', 'b', 'c'), options).map(({ label }) => label)).toEqual(['A', 'B', 'C'])
})

test('counts four or more values [FILTER-18]', () => {
  expect(summarizeFilter(including('a', 'b', 'c', 'd'), options)).toMatchObject([
    { is: 'include', label: '4', values: ['a', 'b', 'c', 'd'] },
  ])
  expect(summarizeFilter(including('a', 'b', 'c', 'd', 'e'), options)).toMatchObject([{ is: 'include', label: '5' }])
})

test('a neutral value is removed from the filter', () => {
  const filter = setFilterState(setFilterState({}, 'a', 'include'), 'b', 'exclude')
  expect([readFilterState(filter, 'a'), readFilterState(filter, 'b'), readFilterState(filter, 'c')]).toEqual([
    'include',
    'exclude',
    'neutral',
  ])
  expect(setFilterState(filter, 'a', 'neutral')).toEqual({ b: 'exclude' })
})

test('counts the values of all fields', () => {
  expect(countFilterValues({ team: including('a', 'b'), env: { c: 'exclude' }, zone: {} })).toBe(3)
  expect([hasActiveFilters({ zone: {} }), hasActiveFilters({ zone: including('a') })]).toEqual([false, true])
})

test.each<[FieldFilter, string | undefined, boolean]>([
  [{}, 'a', true],
  [{}, undefined, true],
  [including('a', 'b'), 'b', true],
  [including('a'), 'c', false],
  [including('a'), undefined, false],
  [{ a: 'exclude' }, 'a', false],
  [{ a: 'exclude' }, undefined, true],
  [{ a: 'include', b: 'exclude' }, 'c', false],
])('%j matches %s: %s', (filter, value, isMatch) => {
  expect(matchesFilter(filter, value)).toBe(isMatch)
})
