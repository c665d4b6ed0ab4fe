import { expect, test } from 'vitest'
import { parseKeyFile, formatKeyFile } from './key-file'
import { parseStoredKeys } from './key-preference-store'

const shipped = { v: 1, set: {}, single: 'on', forget: 0 }

test.each<[string, string | null, object]>([
  ['no value', null, shipped],
  ['invalid JSON', '{', shipped],
  ['another shape', '[1]', shipped],
  ['null', 'null', shipped],
  ['an unknown mode', '{"v":1,"set":{},"single":"maybe"}', shipped],
  ['an unknown timeout', '{"v":1,"set":{},"single":"off","forget":3}', { ...shipped, single: 'off' }],
  ['an invalid set', '{"v":1,"set":"x","single":"leader"}', { ...shipped, single: 'leader' }],
  [
    'some invalid lines',
    '{"v":1,"set":{"check.run on check":["r","F9"],"a at b":"x","c":[1],"d":null},"single":"on"}',
    { ...shipped, set: { 'check.run on check': ['r', 'F9'] } },
  ],
])('reads stored preferences leniently: %s', (_what, text, expected) => {
  expect(parseStoredKeys(text)).toEqual(expected)
})

test('reads an exported file back', () => {
  const preferences = { v: 1, set: { 'check.run on check': ['r', 'F9'] }, single: 'leader', forget: 2 } as const
  const written = formatKeyFile({ ...preferences, set: { 'check.run on check': ['r', 'F9'] } })
  expect(parseKeyFile(written)).toEqual({ preferences })
})

test.each([
  ['no', 'This is not JSON.'],
  ['{"v":2,"set":{},"single":"on"}', 'This is not an exported keyboard: v: expected 1.'],
  ['{"v":1,"set":{"a":"b"},"single":"on"}', 'This is not an exported keyboard: set.a: expected array, got string.'],
])('explains why a file is invalid: %s', (text, fault) => {
  expect(parseKeyFile(text)).toEqual({ fault: expect.stringContaining(fault) })
})
