import { expect, test } from 'vitest'
import { QueryError } from './errors'
import { parseOrder } from './parse-order'

const name = { column: 'name', steps: [] }

test.each([
  ['name', [{ path: name, isDescending: false }]],
  ['name.asc', [{ path: name, isDescending: false }]],
  ['name.desc', [{ path: name, isDescending: true }]],
  ['name.nullsfirst', [{ path: name, isDescending: false, nulls: 'first' }]],
  ['name.desc.nullslast', [{ path: name, isDescending: true, nulls: 'last' }]],
  ['labels->>app.desc', [{ path: { column: 'labels', steps: [{ asText: true, key: 'app' }] }, isDescending: true }]],
  [
    'name.desc,id',
    [
      { path: name, isDescending: true },
      { path: { column: 'id', steps: [] }, isDescending: false },
    ],
  ],
])('parses order=%s', (text, terms) => expect(parseOrder(text)).toEqual(terms))

test.each(['', ',name', 'name,', '"name'])('refuses order=%s', (text) =>
  expect(() => parseOrder(text)).toThrow(QueryError)
)
