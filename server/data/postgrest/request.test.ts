import { expect, test } from 'vitest'
import { QueryError } from './errors'
import { parseRequest } from './request'

const now = new Date('2025-04-15T00:00:00Z')
const read = (query: string, headers: Record<string, string> = {}) =>
  parseRequest(new Request(`http://console.test/api/db/ports${query}`, { headers }), now)

test('selects everything without conditions by default', () => {
  expect(read('')).toMatchObject({
    select: [{ kind: 'all' }],
    root: { conditions: [], order: [] },
    prefer: { returned: 'minimal', count: false },
    isSingular: false,
    isCsv: false,
  })
})

test('uses only the first select, order and list filter', () => {
  const query = read('?select=id&select=name&order=a&order=b&type.filter=x&type.filter=y')
  expect(query.select).toMatchObject([{ name: 'id' }])
  expect(query.root.order).toMatchObject([{ path: { column: 'a' } }])
  expect(query.root.conditions).toMatchObject([{ test: { values: ['x'] } }])
})

test('combines repeated filters of one column', () => {
  expect(read('?time=gt.1&time=lt.2').root.conditions).toMatchObject([{ test: { op: 'gt' } }, { test: { op: 'lt' } }])
})

test.each([
  ['ships.name=eq.x', 'ships', 'name'],
  ['ships.captains.name=eq.x', 'ships.captains', 'name'],
  ['ships.specs->>crew=eq.x', 'ships', 'specs'],
  ['ships.specs->>a.b=eq.x', 'ships', 'specs'],
])('applies %s to an embed', (parameter, embed, column) => {
  const query = read(`?${parameter}`)
  expect(query.root.conditions).toEqual([])
  expect(query.embeds.get(embed)?.conditions).toMatchObject([{ path: { column } }])
})

test.each([
  ['labels->>app.kubernetes.io/name=eq.x', 'labels'],
  ['"a.b"=eq.x', 'a.b'],
])('applies %s to the root', (parameter, column) => {
  expect(read(`?${parameter}`).root.conditions).toMatchObject([{ path: { column } }])
})

test('parses order, limit, offset and trees of an embed', () => {
  const query = read('?ships.order=name.desc&ships.limit=3&ships.offset=2&ships.or=(a.eq.1)&ships.not.and=(b.eq.1)')
  expect(query.embeds.get('ships')).toMatchObject({
    order: [{ isDescending: true }],
    limit: 3,
    offset: 2,
    conditions: [{ kind: 'or' }, { kind: 'and', isNegated: true }],
  })
})

test.each([
  ['return=representation', { returned: 'representation' }],
  ['return=headers-only', { returned: 'headers-only' }],
  ['count=exact, return=minimal', { returned: 'minimal', count: true }],
  ['count=planned', { count: true }],
  ['resolution=merge-duplicates,return=representation', { resolution: 'merge', returned: 'representation' }],
  ['resolution=ignore-duplicates', { resolution: 'ignore' }],
  ['tx=rollback', { isDryRun: true }],
  ['missing=default', { fillsDefaults: true }],
  ['handling=strict, max-affected=5', { mostAffected: 5 }],
])('parses Prefer: %s', (wish, expected) => expect(read('', { Prefer: wish }).prefer).toMatchObject(expected))

test('ignores max-affected without strict handling', () => {
  expect(read('', { Prefer: 'max-affected=5' }).prefer).not.toHaveProperty('mostAffected')
})

test.each([
  ['0-9', { offset: 0, limit: 10 }],
  ['10-10', { offset: 10, limit: 1 }],
  ['items=5-', { offset: 5 }],
])('parses Range: %s', (range, expected) => expect(read('', { Range: range }).root).toMatchObject(expected))

test.each(['HEAD', 'POST', 'PATCH', 'DELETE'])('ignores Range of a %s', (method) => {
  const request = new Request('http://x/', { method, headers: { Range: '0-9' } })
  expect(parseRequest(request, now).root).toEqual({ conditions: [], order: [] })
})

test.each([
  ['application/vnd.pgrst.object+json', { isSingular: true, isStripped: false }],
  ['application/vnd.pgrst.object+json;nulls=stripped', { isSingular: true, isStripped: true }],
  ['application/json, application/vnd.pgrst.array+json; nulls="stripped"', { isSingular: false, isStripped: true }],
  ['text/csv', { isCsv: true, isSingular: false }],
  ['text/csv;charset=utf-8', { isCsv: true }],
  ['text/csv;q=0.5, application/json', { isCsv: false }],
])('parses Accept: %s', (accept, expected) => expect(read('', { Accept: accept })).toMatchObject(expected))

test('parses quoted and unquoted names in columns and on_conflict', () => {
  expect(read('?columns="id","a column"&on_conflict=id, name')).toMatchObject({
    columns: ['id', 'a column'],
    onConflict: ['id', 'name'],
  })
})

test('separates function arguments from conditions', () => {
  const query = parseRequest(new Request('http://x/?id=1&name=eq.x'), now, (name) => name === 'id')
  expect([...query.arguments]).toEqual([['id', '1']])
  expect(query.root.conditions).toHaveLength(1)
})

test.each([
  ['?limit=-1', 'a negative limit'],
  ['?limit=ten', 'a limit in words'],
  ['?offset=1.5', 'a fractional offset'],
  ['?id=1', 'a filter without an operator'],
  ['?=eq.1', 'a filter without a column'],
  ['?name=eq.a%00b', 'NUL'],
  [`?facts=eq.${'['.repeat(101)}`, 'a value with deeply nested brackets'],
  [`?name=fts.${'!'.repeat(40)}a`, 'a search with many negations'],
  [`?${'a=eq.1&'.repeat(301)}`, 'too many parameters'],
])('refuses %.30s: %s', (query) => expect(() => read(query)).toThrow(QueryError))

const repeated = (count: number, one: string) => Array.from({ length: count }, () => one).join(',')

test.each([
  ['conditions', `?and=(${repeated(50, 'a.eq.1')})&or=(${repeated(49, 'b.ilike.*x*')})&ships.c=gt.1`, '&d=is.null'],
  ['elements of a list with a quantifier', `?name=ilike(any).{${repeated(100, '*x*')}}`, '&d=is.null'],
  ['patterns of a list filter', `?name.filter=${repeated(100, 'x*')}`, '&d=is.null'],
  ['regular expressions and text searches', `?or=(${repeated(8, 'a.imatch.x')})&a=match.x&ships.b=fts.x`, '&b=wfts.y'],
  ['regular expressions of one list', `?a=imatch(any).{${repeated(10, 'x')}}`, '&b=match.y'],
  ['columns to order by', `?order=${repeated(19, 'a')}&ships.order=b`, '&captains.order=c'],
])('accepts a bounded number of %s, and no more', (_what, most, further) => {
  expect(() => read(most)).not.toThrow()
  expect(() => read(most + further)).toThrow(/^a request may have \d+ [a-z ]+; this one has \d+$/)
})

test('refuses a very long query string with 414', () => {
  expect(() => read(`?name=eq.${'x'.repeat(40_000)}`)).toThrow(expect.objectContaining({ status: 414 }))
})
