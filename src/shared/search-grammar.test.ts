import { expect, test } from 'vitest'
import { parseList, parseSearch } from './search-grammar'

const word = (text: string) => ({ is: 'word', text })
const comparison = (field: string, op: string, value: string, written = `${field}${op}${value}`) => ({
  is: 'comparison',
  field,
  op,
  value,
  written,
})

test.each([
  ['', []],
  ['  api  cart ', [word('api'), word('cart')]],
  ['"two words" x', [word('two words'), word('x')]],
  ['"not closed', [word('not closed')]],
  ['""', []],
  ['type=Kubernetes::Pod', [comparison('type', '=', 'Kubernetes::Pod')]],
  ['name="two words" y', [comparison('name', '=', 'two words'), word('y')]],
  ['health!=healthy', [comparison('health', '!=', 'healthy')]],
  ['tags.cluster=a,!b*', [comparison('tags.cluster', '=', 'a,!b*')]],
  ['labels.app.kubernetes.io/name=x', [comparison('labels.app.kubernetes.io/name', '=', 'x')]],
  ['updated>now-1d changes<5', [comparison('updated', '>', 'now-1d'), comparison('changes', '<', '5')]],
  ['(type=a | name=b) c', [comparison('type', '=', 'a'), comparison('name', '=', 'b'), word('c')]],
  ['type= x', [word('x')]],
  // Terms that the backend refuses are searched as text.
  ['changes>=5', [word('changes>=5')]],
  ['name:api -word', [word('name:api'), word('-word')]],
  ['=x', [word('=x')]],
])('%j', (text, terms) => {
  expect(parseSearch(text)).toEqual(terms)
})

test('parses excluded values and wildcards at either end of list values', () => {
  expect(parseList('a,!b,c*,*d,!*e*,,!')).toEqual([
    { text: 'a', isExcluded: false, anyBefore: false, anyAfter: false },
    { text: 'b', isExcluded: true, anyBefore: false, anyAfter: false },
    { text: 'c', isExcluded: false, anyBefore: false, anyAfter: true },
    { text: 'd', isExcluded: false, anyBefore: true, anyAfter: false },
    { text: 'e', isExcluded: true, anyBefore: true, anyAfter: true },
  ])
  expect(parseList('*')).toEqual([{ text: '', isExcluded: false, anyBefore: true, anyAfter: false }])
})
