import { expect, test } from 'vitest'
import { countOf, type Filter, isFiltered, stateIn, summaryOf, withState } from './filter'

const options = ['a', 'b', 'c', 'd', 'e'].map((value) => ({ value, label: value.toUpperCase() }))
const including = (...values: string[]): Filter => Object.fromEntries(values.map((value) => [value, 'include']))

test('fewer than four that are included are named one by one [FILTER-17]', () => {
  expect(summaryOf(including('a', 'b', 'c'), options).map(({ label }) => label)).toEqual(['A', 'B', 'C'])
})

test('four and more are counted [FILTER-18]', () => {
  expect(summaryOf(including('a', 'b', 'c', 'd'), options)).toMatchObject([
    { is: 'include', label: '4', values: ['a', 'b', 'c', 'd'] },
  ])
  expect(summaryOf(including('a', 'b', 'c', 'd', 'e'), options)).toMatchObject([{ is: 'include', label: '5' }])
})

test('neutral leaves no trace', () => {
  const filter = withState(withState({}, 'a', 'include'), 'b', 'exclude')
  expect([stateIn(filter, 'a'), stateIn(filter, 'b'), stateIn(filter, 'c')]).toEqual(['include', 'exclude', 'neutral'])
  expect(withState(filter, 'a', 'neutral')).toEqual({ b: 'exclude' })
})

test('the count is of values, whatever their field', () => {
  expect(countOf({ team: including('a', 'b'), env: { c: 'exclude' }, zone: {} })).toBe(3)
  expect([isFiltered({ zone: {} }), isFiltered({ zone: including('a') })]).toEqual([false, true])
})
