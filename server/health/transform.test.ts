import { expect, test } from 'vitest'
import { failed, passed } from './outcome'
import { transformed } from './transform'

const found = { ...passed('code=200', { code: 200 }), durationMs: 7 }
const given = (value: unknown) => ({ kind: 'value', value, text: JSON.stringify(value), read: {} }) as const
const written = (text: string) => ({ kind: 'value', value: text, text, read: {} }) as const
const checks = (value: unknown) => {
  const finding = transformed(found, given(value), undefined)
  return typeof finding === 'object' ? finding.transformed : finding
}

test('the entries become checks, whether they are given as they are or as JSON', () => {
  const entries = [{ name: 'a', pass: true }, { name: 'b' }]
  const expected = {
    transformed: [
      { name: 'a', pass: true },
      { name: 'b', pass: false },
    ],
  }
  expect(transformed(found, given(entries), undefined)).toMatchObject(expected)
  expect(transformed(found, written(JSON.stringify(entries)), undefined)).toMatchObject(expected)
  expect(checks({ name: 'one' })).toMatchObject([{ name: 'one' }])
})

test('an entry says everything that a check has', () => {
  const entry = {
    name: 'disk',
    type: 'alert',
    namespace: 'shop',
    description: 'a disk',
    icon: 'disk',
    labels: { zone: 'eu', size: 3 },
    endpoint: 'https://disk',
    pass: true,
    message: 'fine',
    error: 'full',
    duration: 12,
    detail: { used: 0.9 },
    start: '2026-01-01T00:00:00Z',
    deletedAt: '2026-01-02T00:00:00+01:00',
    transformDeleteStrategy: 'Ignore',
    metrics: [],
  }
  expect(checks([entry])).toEqual([
    {
      type: 'alert',
      name: 'disk',
      namespace: 'shop',
      description: 'a disk',
      icon: 'disk',
      labels: { zone: 'eu', size: '3' },
      endpoint: 'https://disk',
      deleteStrategy: 'Ignore',
      deletedAt: '2026-01-02T00:00:00+01:00',
      // An error fails, whatever else is said.
      pass: false,
      invalid: false,
      durationMs: 12,
      message: 'full',
      details: { start: '2026-01-01T00:00:00Z', used: 0.9 },
    },
  ])
})

test.each([[null], [[]], ['']])('%j is no checks', (value) => {
  const finding = transformed(found, value === '' ? written('') : given(value), undefined)
  expect(finding).toMatchObject({ pass: true, transformed: [] })
})

test('the first moment of all is none, and null stands for what is absent', () => {
  const [check] = checks([{ name: 'a', deletedAt: '0001-01-01T00:00:00Z', labels: null, message: null }]) as object[]
  expect(check).toMatchObject({ deletedAt: null, labels: {}, message: '' })
})

test('of two entries with the same name the last is the check; another type is another check', () => {
  const all = checks([
    { name: 'a', pass: false },
    { name: 'a', pass: true },
    { name: 'a', type: 'x' },
  ])
  expect(all).toMatchObject([
    { type: null, pass: true },
    { type: 'x', pass: false },
  ])
})

test.each([
  [
    { pass: false, message: 'down' },
    { pass: false, message: 'down' },
  ],
  [
    { error: 'down', pass: true },
    { pass: false, message: 'down' },
  ],
  [{ invalid: true }, { pass: false, message: 'code=200' }],
  [{ message: 'fine' }, { pass: true, message: 'fine' }],
  [{ detail: { a: 1 } }, { pass: true, details: { code: 200, a: 1 } }],
  [{ detail: [1] }, { details: { detail: [1] } }],
  [{ duration: 3 }, { durationMs: 3 }],
  [[{ pass: false }], { pass: false }],
])('one entry without a name is the own result: %j', (entry, expected) => {
  const finding = transformed(found, given(entry), undefined)
  expect(finding).toMatchObject(expected)
  expect(finding).not.toHaveProperty('transformed')
})

test('an own result may pass what failed', () => {
  expect(transformed(failed('response code 500'), given({ pass: true, message: 'ok' }), undefined)).toMatchObject({
    pass: true,
    message: 'ok',
    rules: [{ member: 'transform.expr', holds: true, says: 'ok' }],
  })
})

test.each([
  [[{ name: 'a' }, {}], '[1] has no name'],
  [[{ name: 'a' }, { name: '' }], '[1] has no name'],
  [[{ name: 'a' }, { name: 'b', pass: 'yes' }], '[1].pass is wrong'],
  [[{ name: 7 }], '[0].name is wrong'],
  [{ name: 'a', duration: -1 }, 'duration is wrong'],
  [[{ name: 'a', transformDeleteStrategy: 'Forget' }], '[0].transformDeleteStrategy is wrong'],
  [[{ name: 'a', deletedAt: 'yesterday' }], '[0].deletedAt is wrong'],
  [[[]], '[0] is wrong'],
  [['a'], '[0] is wrong'],
  [{ rows: [], count: 1 }, 'has no member of a check'],
  [[{}], 'has no member of a check'],
  [Array.from({ length: 1001 }, (_, at) => ({ name: `a${at}` })), 'gives 1001 checks, and at most 1000 are made'],
])('%#: entries that make no checks are told', (value, message) => {
  expect(() => checks(value)).toThrow(message)
})

test.each(['true', '7', '"a"', '[1', 'fine'])('text that is no list of checks is told: %s', (text) => {
  expect(() => transformed(found, written(text), undefined)).toThrow(/what it gives/)
})

test('a canary is named, and not made', () => {
  for (const value of [{ name: 'a', spec: {} }, [{ name: 'a' }, { name: 'b', spec: { http: [] } }]])
    expect(checks(value)).toBe('canaries made by transform.expr')
})
