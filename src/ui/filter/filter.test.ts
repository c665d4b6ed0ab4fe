import { expect, test } from 'vitest'
import { countOf, type Filter, isFiltered, stateIn, summaryOf, withState } from './filter'

const options = ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, label: value.toUpperCase() }))
const including = (...values: string[]): Filter => Object.fromEntries(values.map((value) => [value, 'include']))

test('names up to three included values one by one [FILTER-17]', () => {
  expect(summaryOf(including('a', 'b', 'c'), options).map(({ label }) => label)).toEqual(['A', 'B', 'C'])
})

test('counts four or more values [FILTER-18]', () => {
  expect(summaryOf(including('a', 'b', 'c', 'd'), options)).toMatchObject([
    { is: 'include', label: '4', values: ['a', 'b', 'c', 'd'] },
  ])
  expect(summaryOf(including('a', 'b', 'c', 'd', 'e'), options)).toMatchObject([{ is: 'include', label: '5' }])
})

test('a neutral value is removed from the filter', () => {
  const filter = withState(withState({}, 'a', 'include'), 'b', 'exclude')
  expect([stateIn(filter, 'a'), stateIn(filter, 'b'), stateIn(filter, 'c')]).toEqual(['include', 'exclude', 'neutral'])
  expect(withState(filter, 'a', 'neutral')).toEqual({ b: 'exclude' })
})

test('counts the values of all fields', () => {
  expect(countOf({ team: including('a', 'b'), env: { c: 'exclude' }, zone: {} })).toBe(3)
  expect([isFiltered({ zone: {} }), isFiltered({ zone: including('a') })]).toEqual([false, true])
})
