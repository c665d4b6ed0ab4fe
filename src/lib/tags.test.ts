import { expect, test } from 'vitest'
import { orderTags } from './tags'

const keys = (tags: Record<string, string>) => orderTags(tags).map(({ key }) => key)

test('sorts account, namespace and name first, and other tags alphabetically [UI-01]', () => {
  expect(keys({ zone: 'a', name: 'b', app: 'c', namespace: 'd', Team: 'e', account: 'f' })).toEqual([
    'account',
    'namespace',
    'name',
    'app',
    'Team',
    'zone',
  ])
})

test('does not treat a key with such a prefix as one of them', () => {
  expect(keys({ named: '', accounts: '', name: '' })).toEqual(['name', 'accounts', 'named'])
})

test('keeps values with their keys, also for number-like keys', () => {
  expect(orderTags({ 10: 'ten', name: 'payments' })).toEqual([
    { key: 'name', value: 'payments' },
    { key: '10', value: 'ten' },
  ])
})
