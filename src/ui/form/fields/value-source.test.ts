import { expect, test } from 'vitest'
import { joinValueSource, isIncomplete, splitValueSource, type ValueSource } from './value-source'

test.each<ValueSource>([
  { value: 'https://example.com' },
  { valueFrom: { secretKeyRef: { name: 'slack', key: 'token' } } },
  { valueFrom: { configMapKeyRef: { name: 'cluster', key: 'region' } } },
])('%j survives editing', (one) => {
  expect(joinValueSource(splitValueSource(one))).toEqual(one)
  expect(isIncomplete(one)).toBe(false)
})

test('a change of source drops the earlier value', () => {
  const parts = splitValueSource({ value: 'secret text' })
  const changed = joinValueSource({ ...parts, source: 'secret' })
  expect(changed).toEqual({ valueFrom: { secretKeyRef: { name: '', key: '' } } })
  expect(isIncomplete(changed)).toBe(true)
})

test('a reference without a key is incomplete', () => {
  expect(isIncomplete({ valueFrom: { secretKeyRef: { name: 'slack', key: '' } } })).toBe(true)
})
