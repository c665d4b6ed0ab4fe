import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { queryChecks, countFilters, type CheckListQuery } from './list-query'

const all = [
  createCheck('api', { status: 'unhealthy', namespace: 'shop', labels: { team: 'shop' }, canary_name: 'web' }),
  createCheck('cart', { namespace: 'shop', description: 'Answers for the api', canary_name: 'web' }),
  createCheck('dns', { status: 'unhealthy', namespace: 'edge', labels: { team: 'net' }, canary_name: 'edge' }),
  createCheck('mail', { status: 'unknown', endpoint: 'smtp.example:25' }),
]
const everything: CheckListQuery = {
  hidePassing: false,
  search: '',
  filters: {},
  tabBy: 'namespace',
  tab: undefined,
}
const noAgents = new Map<string, string>()
const listed = (query: Partial<CheckListQuery>, kept = new Set<string>()) =>
  queryChecks(all, { ...everything, ...query }, noAgents, kept).shown.map(({ name }) => name)
const tabs = (query: Partial<CheckListQuery>) => queryChecks(all, { ...everything, ...query }, noAgents)

test('lists all checks in their original order without filters', () => {
  expect(listed({})).toEqual(['api', 'cart', 'dns', 'mail'])
})

test('hides passing checks but not checks of unknown health', () => {
  expect(listed({ hidePassing: true })).toEqual(['api', 'dns', 'mail'])
})

test('a passing check that is kept stays listed', () => {
  expect(listed({ hidePassing: true }, new Set(['cart']))).toEqual(['api', 'cart', 'dns', 'mail'])
})

test.each([
  ['API', ['api', 'cart']],
  ['answers api', ['cart']],
  ['smtp.example', ['mail']],
  ['nothing like this', []],
])('the search "%s" covers name, description and endpoint [HEALTH-32]', (search, names) => {
  expect(listed({ search })).toEqual(names)
})

test('applies filters in the order passing, search, labels, tab [HEALTH-43]', () => {
  const query = { hidePassing: true, query: 'a', filters: { team: { net: 'exclude' } } as const, tab: 'shop' }
  expect(listed(query)).toEqual(['api'])
  expect(listed({ ...query, hidePassing: false })).toEqual(['api', 'cart'])
  expect(listed({ ...query, tab: undefined })).toEqual(['api', 'mail'])
  expect(listed({ ...query, search: 'p' })).toEqual(['api'])
  expect(listed({ ...query, filters: { team: { shop: 'exclude' } } })).toEqual([])
})

test('tabs are the existing values sorted by name, with the number of listed checks [HEALTH-41]', () => {
  expect(tabs({ hidePassing: true }).tabs).toEqual([
    { value: 'edge', count: 1 },
    { value: 'shop', count: 1 },
    { value: 'None', count: 1 },
  ])
  expect(tabs({ hidePassing: true }).count).toBe(3)
})

test('a tab without listed checks stays; one without any check is replaced by all [HEALTH-42]', () => {
  expect(tabs({ tab: 'edge', search: 'cart' })).toMatchObject({ tab: 'edge', shown: [] })
  expect(tabs({ tab: 'gone' }).tab).toBeUndefined()
  expect(tabs({ tab: 'gone' }).shown).toHaveLength(4)
})

test('the figures of groups include passing checks', () => {
  expect(tabs({ hidePassing: true, tab: 'shop' }).matching.map(({ name }) => name)).toEqual(['api', 'cart'])
})

test.each([
  [{ hidePassing: true, filters: {} }, 1],
  [{ hidePassing: false, filters: {} }, 0],
  [{ hidePassing: true, filters: { a: { b: 'include', c: 'exclude' } } as const }, 3],
])('%j has %d active filters [HEALTH-29]', (query, count) => {
  expect(countFilters(query)).toBe(count)
})
