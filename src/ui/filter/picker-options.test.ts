import { expect, test } from 'vitest'
import { buildFilterOptions, type CursorRowValues, parseFilterText } from './picker-options'

const valuesOf = (...values: string[]) => values.map((value, at) => ({ value, label: value, count: at + 1 }))
const fields = [
  { field: 'env', label: 'env', values: valuesOf('prod', 'test') },
  { field: 'team', label: 'team', values: valuesOf('net', 'payments', 'us-east') },
]
const names = (query: string, here?: CursorRowValues) => buildFilterOptions(fields, query, here).map(({ name }) => name)

test.each([
  ['', '', false],
  ['dev', 'dev', false],
  ['-dev', 'dev', true],
  ['! Dev ', 'dev', true],
  ['-', '', true],
  ['us-east', 'us-east', false],
  ['--x', '-x', true],
])('"%s" searches for "%s", excluded: %s', (text, query, isExcluded) => {
  expect(parseFilterText(text)).toEqual({ query, isExcluded })
})

test('without a search, values are grouped by field after those of the row under the cursor', () => {
  expect(names('')).toEqual(['env prod', 'env test', 'team net', 'team payments', 'team us-east'])
  const own = buildFilterOptions(fields, '', { team: 'payments', env: 'gone' })
  expect(own.map(({ name, group }) => [group, name]).slice(0, 2)).toEqual([
    ['Values of this row', 'team payments'],
    ['env', 'env prod'],
  ])
  expect(own).toHaveLength(5)
  // A row may have several values in one field.
  expect(names('', { team: ['payments', 'net'] }).slice(0, 2)).toEqual(['team net', 'team payments'])
})

test.each([
  ['n', ['team net', 'team payments', 'env prod', 'env test']],
  ['te', ['env test', 'team net', 'team payments', 'team us-east']],
  ['team pay', ['team payments']],
  ['us-e', ['team us-east']],
  ['zz', []],
])('"%s" finds %j', (query, expected) => {
  expect(names(query)).toEqual(expected)
})

test('with only one field, values are listed without the field name', () => {
  expect(buildFilterOptions(fields.slice(0, 1), '').map(({ label, group }) => [label, group])).toEqual([
    ['prod', undefined],
    ['test', undefined],
  ])
})
