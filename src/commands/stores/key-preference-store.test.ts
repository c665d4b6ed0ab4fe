import { expect, test } from 'vitest'
import { readKeyFile, readKept, writeKeyFile } from './key-preference-store'

const shipped = { v: 1, set: {}, single: 'on', forget: 0 }

test.each<[string, string | null, object]>([
  ['nothing', null, shipped],
  ['no JSON', '{', shipped],
  ['another shape', '[1]', shipped],
  ['null', 'null', shipped],
  ['a mode that does not exist', '{"v":1,"set":{},"single":"maybe"}', shipped],
  ['a time that is not offered', '{"v":1,"set":{},"single":"off","forget":3}', { ...shipped, single: 'off' }],
  ['an invalid set', '{"v":1,"set":"x","single":"leader"}', { ...shipped, single: 'leader' }],
  [
    'some lines that are none',
    '{"v":1,"set":{"check.run on check":["r","F9"],"a at b":"x","c":[1],"d":null},"single":"on"}',
    { ...shipped, set: { 'check.run on check': ['r', 'F9'] } },
  ],
])('stored preferences are read leniently: %s', (_what, text, expected) => {
  expect(readKept(text)).toEqual(expected)
})

test('an exported file can be read again', () => {
  const preferences = { v: 1, set: { 'check.run on check': ['r', 'F9'] }, single: 'leader', forget: 2 } as const
  const written = writeKeyFile({ ...preferences, set: { 'check.run on check': ['r', 'F9'] } })
  expect(readKeyFile(written)).toEqual({ preferences })
})

test.each([
  ['no', 'This is not JSON.'],
  ['{"v":2,"set":{},"single":"on"}', 'This is not an exported keyboard: v: expected 1.'],
  ['{"v":1,"set":{"a":"b"},"single":"on"}', 'This is not an exported keyboard: set.a: expected array, got string.'],
])('an invalid file gives the reason: %s', (text, fault) => {
  expect(readKeyFile(text)).toEqual({ fault: expect.stringContaining(fault) })
})
