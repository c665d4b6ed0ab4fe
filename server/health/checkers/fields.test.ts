import { expect, test } from 'vitest'
import { secretValue } from '../../platform/outside/value-fields'
import { durationField, endpointField, sizeField, urlField } from './fields'

test.each([
  ['db:5432', { host: 'db', port: 5432 }],
  ['[::1]:6379', { host: '::1', port: 6379 }],
  ['cache', { host: 'cache', port: 6379 }],
])('accepts the endpoint %s', (text, parsed) => expect(endpointField(6379).parse(text)).toEqual(parsed))

const noEndpoints = [
  '',
  ':80',
  'a b:80',
  'a:0',
  'a:65536',
  '::1:80',
  'me@host:80',
  'tcp://a:80',
  'https://a:80',
  'a:80/',
]

test.each(noEndpoints)('refuses the endpoint %j', (text) =>
  expect(endpointField(6379).safeParse(text).success).toBe(false)
)

test.each([
  [10, 10],
  ['10', 10],
  ['10kb', 10_240],
  ['1 MB', 1_048_576],
  ['1g', 1_073_741_824],
  ['1.5 MiB', 1_572_864],
  ['2Gi', 2_147_483_648],
])('parses the size %j', (text, bytes) => expect(sizeField.parse(text)).toBe(bytes))

test.each(['', 'big', '10 parsecs', '-1kb'])('refuses the size %j', (text) =>
  expect(sizeField.safeParse(text).success).toBe(false)
)

test('reads a bare number in the default unit of its member', () => {
  expect(durationField(1000).parse(5)).toBe(5000)
  expect(durationField(1000).parse('5ms')).toBe(5)
  expect(durationField(1000).safeParse(-5).success).toBe(false)
})

test('accepts a secret in clear, as text or as a value', () => {
  expect(secretValue.parse('word')).toBe('word')
  expect(secretValue.parse({ value: 'word' })).toBe('word')
  expect(secretValue.parse({})).toBe('')
  expect(secretValue.safeParse({ valueFrom: { secretKeyRef: {} } }).success).toBe(false)
})

test.each(['http://example.test', 'HTTPS://example.test/x'])('accepts the URL %s', (text) =>
  expect(urlField('http:', 'https:').safeParse(text).success).toBe(true)
)
test.each(['example.test', 'file:///etc/passwd', 'javascript:alert(1)', 'connection://a/b', 'http://'])(
  'refuses the URL %s',
  (text) => expect(urlField('http:', 'https:').safeParse(text).success).toBe(false)
)
