import { expect, test } from 'vitest'
import { failedFinding, passedFinding } from './outcome'
import { applyTransformation } from './transform'

const found = { ...passedFinding('code=200', { code: 200 }), durationMs: 7 }
const given = (value: unknown) => ({ kind: 'value', value, text: JSON.stringify(value), read: {} }) as const
const written = (text: string) => ({ kind: 'value', value: text, text, read: {} }) as const
const checks = (value: unknown) => {
  const finding = applyTransformation(found, given(value), undefined)
  return typeof finding === 'object' ? finding.transformed : finding
}

test('turns the entries into checks, given as objects or as JSON', () => {
  const entries = [{ name: 'a', pass: true }, { name: 'b' }]
  const expected = {
    transformed: [
      { name: 'a', pass: true },
      { name: 'b', pass: false },
    ],
  }
  expect(applyTransformation(found, given(entries), undefined)).toMatchObject(expected)
  expect(applyTransformation(found, written(JSON.stringify(entries)), undefined)).toMatchObject(expected)
  expect(checks({ name: 'one' })).toMatchObject([{ name: 'one' }])
})

test('reads every member of a check from an entry', () => {
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
      // An error fails the entry, whatever its other members are.
      pass: false,
      invalid: false,
      durationMs: 12,
      message: 'full',
      details: { start: '2026-01-01T00:00:00Z', used: 0.9 },
    },
  ])
})

test.each([[null], [[]], ['']])('returns no checks for %j', (value) => {
  const finding = applyTransformation(found, value === '' ? written('') : given(value), undefined)
  expect(finding).toMatchObject({ pass: true, transformed: [] })
})

test("reads Go's zero time and null as absent", () => {
  const [check] = checks([{ name: 'a', deletedAt: '0001-01-01T00:00:00Z', labels: null, message: null }]) as object[]
  expect(check).toMatchObject({ deletedAt: null, labels: {}, message: '' })
})

test('keeps the last of two entries with the same name and treats another type as another check', () => {
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
])("uses a single entry without a name as the check's own result: %j", (entry, expected) => {
  const finding = applyTransformation(found, given(entry), undefined)
  expect(finding).toMatchObject(expected)
  expect(finding).not.toHaveProperty('transformed')
})

test("lets the check's own entry pass a failed result", () => {
  expect(
    applyTransformation(failedFinding('response code 500'), given({ pass: true, message: 'ok' }), undefined)
  ).toMatchObject({
    pass: true,
    message: 'ok',
    rules: [{ member: 'transform.expr', holds: true, says: 'ok' }],
  })
})

test.each([
  [[{ name: 'a' }, {}], '[1] has no name'],
  [[{ name: 'a' }, { name: '' }], '[1] has no name'],
  [[{ name: 'a' }, { name: 'b', pass: 'yes' }], '[1].pass is invalid'],
  [[{ name: 7 }], '[0].name is invalid'],
  [{ name: 'a', duration: -1 }, 'duration is invalid'],
  [[{ name: 'a', transformDeleteStrategy: 'Forget' }], '[0].transformDeleteStrategy is invalid'],
  [[{ name: 'a', deletedAt: 'yesterday' }], '[0].deletedAt is invalid'],
  [[[]], '[0] is invalid'],
  [['a'], '[0] is invalid'],
  [{ rows: [], count: 1 }, 'has no member of a check'],
  [[{}], 'has no member of a check'],
  [Array.from({ length: 1001 }, (_, at) => ({ name: `a${at}` })), 'has 1001 checks, at most 1000 are allowed'],
])('%#: reports entries that create no checks', (value, message) => {
  expect(() => checks(value)).toThrow(message)
})

test.each(['true', '7', '"a"', '[1', 'fine'])('refuses text that is not a list of checks: %s', (text) => {
  expect(() => applyTransformation(found, written(text), undefined)).toThrow(/the result/)
})

test('names a canary without creating it', () => {
  for (const value of [{ name: 'a', spec: {} }, [{ name: 'a' }, { name: 'b', spec: { http: [] } }]])
    expect(checks(value)).toBe('canaries created by transform.expr')
})
