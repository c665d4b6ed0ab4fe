import { expect, test } from 'vitest'
import { healthUrl } from './url'

const labelsIn = (text: string) => healthUrl.parse(`labels=${encodeURIComponent(text)}`).labels

test('filters by labels are a JSON map in the address, whose values may contain colons', () => {
  const text = '{"team:shop":1,"team:pay":-1,"url:http://a:80":1}'
  const labels = { team: { shop: 'include', pay: 'exclude' }, url: { 'http://a:80': 'include' } } as const
  expect(labelsIn(text)).toEqual(labels)
  expect(new URLSearchParams(healthUrl.format('', { labels })).get('labels')).toBe(text)
})

test.each(['', 'no JSON', '[1]', '{"team:shop":7}', '7'])('ignores the labels %j of a link', (text) => {
  expect(labelsIn(text)).toEqual({})
})

test('a label of a link cannot change other objects', () => {
  labelsIn('{"__proto__:polluted":1}')
  expect({}).not.toHaveProperty('polluted')
})

test('no labels are left out of the address', () => {
  expect(healthUrl.format('labels=%7B%22team:shop%22%3A1%7D', { labels: {} })).toBe('')
})
