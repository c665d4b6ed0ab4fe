import { expect, test } from 'vitest'
import { type SampleAddresses, replaceMovedAddresses, findMovedAddresses, usualPorts } from './addresses'

const usual = Object.fromEntries([
  ...Object.entries(usualPorts).map(([name, port]) => [name, `127.0.0.1:${port}`]),
  ['backups', '/data/backups'],
]) as SampleAddresses

test('reports only addresses that are noted and differ', () => {
  const notes = { 'sample/cart': '127.0.0.1:28104', 'sample/search': '127.0.0.1:28103', team: 'storefront' }
  expect(findMovedAddresses(notes, { ...usual, cart: '127.0.0.1:40001', payments: '127.0.0.1:40002' })).toEqual(
    new Map([['127.0.0.1:28104', '127.0.0.1:40001']])
  )
  expect(findMovedAddresses(notes, usual).size).toBe(0)
})

const map = new Map([
  ['127.0.0.1:28101', '127.0.0.1:28102'],
  ['127.0.0.1:28102', '127.0.0.1:28101'],
  ['127.0.0.1:28113', '127.0.0.1:5300'],
  ['/old/backups', '/new (1)/backups'],
])

test.each([
  ['a url', 'http://127.0.0.1:28101/a?b=c', 'http://127.0.0.1:28102/a?b=c'],
  ['two swapped addresses', ['127.0.0.1:28101', '127.0.0.1:28102'], ['127.0.0.1:28102', '127.0.0.1:28101']],
  ['a longer port with the same beginning', '127.0.0.1:281011', '127.0.0.1:281011'],
  ['another host', 'http://192.0.2.7:28101', 'http://192.0.2.7:28101'],
  ['a folder', { path: '/old/backups/nightly' }, { path: '/new (1)/backups/nightly' }],
  ['a name server', { server: '127.0.0.1', port: 28113 }, { server: '127.0.0.1', port: 5300 }],
  ['a name server at another address', { server: '127.0.0.1', port: 53 }, { server: '127.0.0.1', port: 53 }],
  ['other values', { a: [1, null, true] }, { a: [1, null, true] }],
])('%s', (_name, before, after) => expect(replaceMovedAddresses(before, map)).toEqual(after))
