import { expect, test } from 'vitest'
import { type Random, createRandom } from './random'
import { parseListFilter } from '@server/data/postgrest/parse-list-filter'
import {
  filterKey,
  type FilterValues,
  formatFilterValues,
  formatRequestFilter,
  parseFilterValues,
} from './filter-values'

type Mode = FilterValues[string]
const values = (...list: [string, Mode][]): FilterValues => Object.fromEntries(list)

test.each([
  ['', values()],
  ['SUCCESS:1', values(['SUCCESS', 'include'])],
  ['SUCCESS:-1', values(['SUCCESS', 'exclude'])],
  ['SUCCESS:-1,FAILED:1', values(['SUCCESS', 'exclude'], ['FAILED', 'include'])],
  ['FAILED', values(['FAILED', 'include'])],
  ['a:1,a:-1', values(['a', 'exclude'])],
  [',,a:1,', values(['a', 'include'])],
  ['Kubernetes::Pod', values(['Kubernetes::Pod', 'include'])],
  ['Kubernetes::Pod:-1', values(['Kubernetes::Pod', 'exclude'])],
  ['a:2', values(['a:2', 'include'])],
  ['50%:1', values(['50%', 'include'])],
  [':-1', values(['', 'exclude'])],
])('parses %j [FILTER-02 FILTER-03 FILTER-04]', (text, expected) => {
  expect(parseFilterValues(text)).toEqual(expected)
})

test.each(['!SUCCESS', '!SUCCESS:-1', '!SUCCESS:1'])('%j excludes [FILTER-05]', (text) => {
  expect(parseFilterValues(text)).toEqual({ SUCCESS: 'exclude' })
})

test.each<[string, Mode, string]>([
  ['SUCCESS', 'exclude', 'SUCCESS:-1'],
  ['a,b', 'include', 'a%2Cb:1'],
  ['a:b', 'include', 'a%3Ab:1'],
  ['a:1', 'exclude', 'a%3A1:-1'],
  ['!a!', 'include', '%21a!:1'],
  ['50%', 'include', '50%25:1'],
  ['%2C', 'include', '%252C:1'],
])('formats %j (%s) as %s, with comma and colon escaped [FILTER-02 FILTER-06 FILTER-07]', (value, mode, text) => {
  expect(formatFilterValues(values([value, mode]))).toBe(text)
  expect(parseFilterValues(text)).toEqual({ [value]: mode })
})

const alphabet = ['a', 'B', ',', ':', '!', '%', '2', 'C', '1', '-', ' ', '*', 'ü', '__proto__', '😀', '&', '=']
const anyValues = (random: Random): FilterValues =>
  values(
    ...Array.from({ length: random.below(6) }, (): [string, Mode] => [
      Array.from({ length: random.below(8) }, () => random.pick(alphabet)).join(''),
      random.pick(['include', 'exclude']),
    ])
  )

test('round-trips any values, also through a URL [FILTER-06 FILTER-07]', () => {
  const random = createRandom(63)
  for (let n = 0; n < 1000; n++) {
    const chosen = anyValues(random)
    const search = new URLSearchParams({ status: formatFilterValues(chosen) }).toString()
    const read = parseFilterValues(new URLSearchParams(search).get('status') ?? '')
    expect(Object.entries(read)).toEqual(Object.entries(chosen))
  }
})

test('uses the name of the field in a request', () => {
  expect(filterKey('status')).toBe('status.filter')
  expect(formatRequestFilter(values(['SUCCESS', 'exclude'], ['FAILED', 'include']))).toBe('!SUCCESS,FAILED')
  expect(formatRequestFilter(values())).toBe('')
})

test.each<[string, Mode]>([
  ['a,b', 'include'],
  ['a,b', 'exclude'],
  ['!a', 'include'],
  ['a*', 'include'],
  ['*a', 'include'],
  ['', 'include'],
])('does not write a request filter for %s (%s)', (value, mode) => {
  expect(formatRequestFilter(values([value, mode]))).toBeUndefined()
})

test('sends requests that the backend parses to the selected values', () => {
  const random = createRandom(64)
  let asked = 0
  while (asked < 300) {
    const chosen = anyValues(random)
    const request = formatRequestFilter(chosen)
    if (request === undefined) continue
    asked += 1
    const read = parseListFilter('state', request, new Date(0)).flatMap((condition): unknown[] =>
      condition.kind === 'test' && condition.test.op === 'in'
        ? condition.test.values.map((value) => [value, condition.isNegated ? 'exclude' : 'include'])
        : [condition]
    )
    const inOrder = ['include', 'exclude'].flatMap((mode) => Object.entries(chosen).filter((one) => one[1] === mode))
    expect(read).toEqual(inOrder)
  }
})
