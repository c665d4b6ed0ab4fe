import { expect, test } from 'vitest'
import { formatAmount, formatMoney, toDisplayProperties, type RawProperty } from './display-property'

const sentences = (...written: RawProperty[]) => toDisplayProperties(written).map(({ sentence }) => sentence)
const valueOf = (written: RawProperty) => toDisplayProperties([{ name: 'it', ...written }])[0]?.value

test.each([
  [{ name: 'version', text: 'v1.4.2' }, 'version v1.4.2'],
  [{ name: 'restarts', value: 14 }, 'restarts 14'],
  [{ name: 'cpu', value: 1890, max: 2000, unit: 'millicores' }, 'cpu 1.89 cores of 2 cores, 95%'],
  [{ name: 'memory', value: 134_217_728, max: 134_217_728, unit: 'bytes' }, 'memory 128 MB of 128 MB, 100%'],
  [{ name: 'orders', value: 3, max: 60 }, 'orders 3 of 60, 5%'],
  [{ name: 'replicas', value: 0, max: 2 }, 'replicas 0 of 2, 0%'],
  [{ name: 'uptime', value: 99.97, unit: 'percent' }, 'uptime 99.9%'],
  [{ name: 'cost', value: 12_345, type: 'currency' }, 'cost 12.3k'],
  [{ name: 'cost', text: '8.5', type: 'currency' }, 'cost 8.50'],
  [{ name: 'p95', value: 4200, unit: 'milliseconds' }, 'p95 4.2 s'],
  [{ name: 'queue', value: 1234, unit: 'messages' }, 'queue 1,234 messages'],
  [{ name: 'a', label: 'Called so', text: 'x' }, 'Called so x'],
])('%j is %s', (written, sentence) => {
  expect(sentences(written)).toEqual([sentence])
})

test('omits empty and hidden properties', () => {
  const nothing = [{ name: 'empty', text: ' ' }, { name: 'secret', text: 'x', type: 'hidden' }, { text: 'no name' }, {}]
  expect(sentences(...nothing)).toEqual([])
  expect(sentences({ name: 'version', text: 'v1', value: 0 })).toEqual(['version v1'])
})

test('sorts by order, and appends properties without an order', () => {
  expect(
    sentences({ name: 'b', value: 1 }, { name: 'a', value: 2, order: 2 }, { name: 'c', value: 3, order: 1 })
  ).toEqual(['c 3', 'a 2', 'b 1'])
})

test('shows an age as a time if it can be parsed', () => {
  expect(valueOf({ type: 'age', text: '2026-11-24T10:00:00+02:00' })).toEqual({
    is: 'moment',
    at: '2026-11-24T08:00:00.000Z',
  })
  expect(valueOf({ type: 'age', text: 'long ago' })).toEqual({ is: 'text', text: 'long ago' })
})

test('links only to web addresses', () => {
  expect(valueOf({ text: 'https://wiki.example/shop/' })).toEqual({
    is: 'links',
    links: [{ label: 'wiki.example/shop', href: 'https://wiki.example/shop/' }],
  })
  expect(valueOf({ type: 'url', text: 'javascript:alert(1)' })).toEqual({ is: 'text', text: 'javascript:alert(1)' })
  const links = [
    { label: 'open', url: 'https://a.example/' },
    { label: 'never', url: 'javascript:alert(1)' },
  ]
  expect(valueOf({ links })).toEqual({ is: 'links', links: [{ label: 'open', href: 'https://a.example/' }] })
})

test('sorts numbers by value, whatever their display type', () => {
  const [one] = toDisplayProperties([{ name: 'cpu', value: 90, max: 100, unit: 'millicores' }])
  expect(one?.order).toBe(90)
})

test('shows fewer decimals for larger amounts of money', () => {
  expect([0.0432, 8.5, 87.12, 842.4, 999.7, 12_345, 4_210_000].map(formatMoney)).toEqual([
    '0.0432',
    '8.50',
    '87.1',
    '842',
    '1k',
    '12.3k',
    '4.2M',
  ])
  expect(formatAmount(1000, 'millicores')).toBe('1 core')
})
