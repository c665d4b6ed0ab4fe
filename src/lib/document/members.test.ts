import { expect, test } from 'vitest'
import { findOtherMembers } from './members'

const spec = {
  schedule: '@every 1m',
  http: [
    { name: 'shop', url: 'https://shop.example', tlsConfig: { ca: 'x' }, body: { text: 'a', type: 'b' } },
    { name: 'two' },
  ],
  tcp: [],
}

test('omits members that are shown completely or in part, and lists the other members of the latter', () => {
  const shown = [['schedule'], ['http', 0, 'name'], ['http', 0, 'url'], ['http', 0, 'body', 'text']]
  expect(findOtherMembers(spec, shown)).toEqual(['http.0.tlsConfig', 'http.0.body.type', 'http.1', 'tcp'])
  expect(findOtherMembers(spec, [['http']])).toEqual(['schedule', 'tcp'])
})

test('handles an empty list of paths and a path to everything', () => {
  expect(findOtherMembers(spec, [[]])).toEqual([])
  expect(findOtherMembers(spec, [])).toEqual(['schedule', 'http', 'tcp'])
  for (const value of [undefined, null, 'text', 7, [], {}]) expect(findOtherMembers(value, [['a']])).toEqual([])
})

test('treats all keys alike', () => {
  const odd = JSON.parse('{ "__proto__": 1, "constructor": 2, "": 3 }') as unknown
  expect(findOtherMembers(odd, [['constructor']])).toEqual(['__proto__', ''])
})
