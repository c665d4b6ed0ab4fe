import { expect, test } from 'vitest'
import { orderTags } from './tags'

const keys = (tags: Record<string, string>) => orderTags(tags).map(({ key }) => key)

test('account, namespace and name come first, the others by the alphabet [UI-01]', () => {
  expect(keys({ zone: 'a', name: 'b', app: 'c', namespace: 'd', Team: 'e', account: 'f' })).toEqual([
    'account',
    'namespace',
    'name',
    'app',
    'Team',
    'zone',
  ])
})

test('a key that only begins like one of them is one of the others', () => {
  expect(keys({ named: '', accounts: '', name: '' })).toEqual(['name', 'accounts', 'named'])
})

test('values stay with their keys, and none is lost to a number-like key', () => {
  expect(orderTags({ 10: 'ten', name: 'payments' })).toEqual([
    { key: 'name', value: 'payments' },
    { key: '10', value: 'ten' },
  ])
})
