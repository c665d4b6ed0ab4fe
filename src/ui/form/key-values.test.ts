import { expect, test } from 'vitest'
import { fromRow, type KeyValue, toRow } from './key-values'

test.each<KeyValue>([
  { name: 'URL', value: 'https://example.com' },
  { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'slack', key: 'token' } } },
  { name: 'REGION', valueFrom: { configMapKeyRef: { name: 'cluster', key: 'region' } } },
])('%j survives being edited', (one) => {
  expect(fromRow(toRow(one))).toEqual(one)
})

test('what stood there before is not mixed into another source', () => {
  const row = toRow({ name: 'A', value: 'secret text' })
  expect(fromRow({ ...row, source: 'secret' })).toEqual({
    name: 'A',
    valueFrom: { secretKeyRef: { name: '', key: '' } },
  })
})
