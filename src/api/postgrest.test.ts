import { expect, test } from 'vitest'
import { eq, gt, hasMember, ilike, inList, isNull, limit, listFilter, not, or, order, select } from './postgrest'

test.each([
  [eq('id', 'a.b,c'), ['id', 'eq.a.b,c']],
  [eq('status', true), ['status', 'eq.true']],
  [gt('time', '2026-11-21T00:00:00Z'), ['time', 'gt.2026-11-21T00:00:00Z']],
  [isNull('deleted_at'), ['deleted_at', 'is.null']],
  [inList('id', []), ['id', 'in.()']],
  [
    inList('name', ['a-1', 'b,c', 'say "hi"', 'back\\slash', '']),
    ['name', 'in.(a-1,"b,c","say \\"hi\\"","back\\\\slash","")'],
  ],
  [select('*', 'canaries(id,name)'), ['select', '*,canaries(id,name)']],
  [order('time.desc', 'id.asc'), ['order', 'time.desc,id.asc']],
  [limit(50), ['limit', '50']],
  [or(eq('check_id', 'a'), inList('config_id', ['b', 'c'])), ['or', '(check_id.eq.a,config_id.in.(b,c))']],
  // A single value ends with its parameter. In a list, values are quoted, so that no value can end the list.
  [ilike('name', 'a,b)'), ['name', 'ilike.*a,b)*']],
  [
    or(ilike('name', 'a,b) "c'), isNull('tags'), not(hasMember('tags', 'zone', 'a"b'))),
    ['or', '(name.ilike."*a,b) \\"c*",tags.is.null,tags.not.cs."{\\"zone\\":\\"a\\\\\\"b\\"}")'],
  ],
  [
    listFilter('type', [
      { value: 'http', polarity: 1 },
      { value: 'kube*', polarity: -1 },
    ]),
    ['type.filter', 'http,!kube*'],
  ],
])('%j', (pair, expected) => {
  expect(pair).toEqual(expected)
})

test('rejects a value with a comma in a list filter', () => {
  expect(() => listFilter('type', [{ value: 'a,!b', polarity: 1 }])).toThrow(RangeError)
})
