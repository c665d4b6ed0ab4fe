import { expect, test } from 'vitest'
import { QueryError } from './errors'
import { parseRequest } from './request'
import { requireAtMost, respondNothing, respondOne, respondRead, respondWrite } from './respond'

const queryOf = (search: string, headers: Record<string, string> = {}) =>
  parseRequest(new Request(`http://console.test/${search}`, { headers }), new Date(0))
const shown = async (response: Response) => [
  response.status,
  response.headers.get('Content-Range'),
  await response.text(),
]

test.each([
  ['a partial page', '?limit=2', 2, 5, [206, '0-1/5', '[1,2]']],
  ['a later page', '?limit=2&offset=2', 2, 5, [206, '2-3/5', '[1,2]']],
  ['all rows', '', 2, 2, [200, '0-1/2', '[1,2]']],
  ['without a count', '?offset=4', 2, null, [200, '4-5/*', '[1,2]']],
  ['nothing, counted', '', 0, 0, [200, '*/0', '[]']],
  ['no rows, not counted', '', 0, null, [200, '*/*', '[]']],
  ['beyond the end', '?offset=10', 0, 5, [416, '*/5', '[]']],
  ['exactly at the end', '?offset=5', 0, 5, [206, '*/5', '[]']],
])('responds to a read: %s', async (_name, search, rows, total, expected) => {
  const body = rows === 0 ? '[]' : '[1,2]'
  expect(await shown(respondRead(queryOf(search), { body, rows, total }, 'GET'))).toEqual(expected)
})

test('responds to HEAD with headers only', async () => {
  const response = respondRead(queryOf(''), { body: '[1,2]', rows: 2, total: 2 }, 'HEAD')
  expect(await shown(response)).toEqual([200, '0-1/2', ''])
})

const full = { Prefer: 'return=representation' }
test.each([
  ['POST', full, 1, [201, '*/*', '[1]']],
  ['POST', {}, 1, [201, '*/*', '']],
  ['POST', { Prefer: 'count=exact' }, 1, [201, '*/1', '']],
  ['PATCH', full, 1, [200, '0-0/*', '[1]']],
  ['PATCH', {}, 1, [204, '0-0/*', '']],
  ['PATCH', full, 0, [200, '*/*', '[]']],
  ['PATCH', {}, 0, [204, '*/*', '']],
  ['DELETE', full, 1, [200, '*/*', '[1]']],
  ['DELETE', { Prefer: 'count=exact' }, 1, [204, '*/1', '']],
  ['DELETE', full, 0, [200, '*/*', '[]']],
  ['DELETE', {}, 0, [204, '*/*', '']],
] as const)('responds to %s with %j of %i rows', async (method, headers, rows, expected) => {
  const result = { body: rows === 0 ? '[]' : '[1]', rows, total: null }
  expect(await shown(respondWrite(queryOf('', headers), result, method))).toEqual(expected)
})

const singular = queryOf('', { Accept: 'application/vnd.pgrst.object+json' })

test('returns the unchanged text of a single object', async () => {
  const response = respondRead(singular, { body: '[{"a":9007199254740993}]', rows: 1, total: null }, 'GET')
  expect([response.headers.get('Content-Type'), await response.text()]).toEqual([
    'application/vnd.pgrst.object+json; charset=utf-8',
    '{"a":9007199254740993}',
  ])
})

test.each([0, 2])('refuses a single object for %i rows', (rows) => {
  expect(() => respondRead(singular, { body: '[]', rows, total: null }, 'GET')).toThrow(
    expect.objectContaining({ code: 'PGRST116', status: 406 })
  )
})

test.each([
  [1, '[{"a":1}]', '{"a":1}'],
  [0, '[]', 'null'],
])('responds with the row of a function for %i rows', async (rows, body, expected) => {
  expect(await respondOne(queryOf(''), { body, rows, total: null }, 'GET').text()).toBe(expected)
})

test.each([
  ['', '0-0/*'],
  ['count=exact', '0-0/1'],
])('counts the value of a function as one row for Prefer: %s', async (prefer, range) => {
  const query = queryOf('', { Prefer: prefer })
  expect(await shown(respondOne(query, { body: '[7]', rows: 1, total: null }, 'HEAD'))).toEqual([200, range, ''])
  expect(await shown(respondNothing(query))).toEqual([204, range, ''])
})

test.each([
  ['[{"a":1,"b":"x"},{"a":null,"b":"y"}]', 'a,b\n1,x\n,y'],
  ['[{"a":"say \\"hi\\"","b":"1,2"}]', 'a,b\n"say ""hi""","1,2"'],
  ['[{"a":"two\\nlines","b":{"c":[1]}}]', 'a,b\n"two\nlines","{""c"":[1]}"'],
  ['[{"a,b":true}]', '"a,b"\ntrue'],
  ['[]', ''],
])('formats %s as CSV', async (body, expected) => {
  const response = respondRead(queryOf('', { Accept: 'text/csv' }), { body, rows: 1, total: null }, 'GET')
  expect(await response.text()).toBe(expected)
})

test('refuses writes of more rows than max-affected', () => {
  expect(() => requireAtMost(2, 1)).toThrow(QueryError)
  expect(() => requireAtMost(1, 1)).not.toThrow()
  expect(() => requireAtMost(1000, undefined)).not.toThrow()
})
