import { expect, test } from 'vitest'
import { describeUnstorable } from './json-text'

const NUL = 'the character NUL'
const HIGH = 'half a character (U+D83D)'
const LOW = 'half a character (U+DE00)'

test.each([
  // As YAML converts to JSON, in values and names, at any depth.
  [{ name: 'a\0' }, 'name', NUL],
  [{ name: '\0' }, 'name', NUL],
  [{ name: 'a\ud83d' }, 'name', HIGH],
  [{ name: '\ude00a' }, 'name', LOW],
  [{ name: '\ude00\ud83d' }, 'name', LOW],
  [{ name: '😀\ud83d' }, 'name', HIGH],
  [{ name: '\ud83d😀' }, 'name', HIGH],
  [{ name: '\ud83d\\ude00' }, 'name', HIGH],
  [{ name: '\\\0' }, 'name', NUL],
  [{ name: '\\u0000\0' }, 'name', NUL],
  [[{ name: 'a' }, { name: '\0' }], '[1].name', NUL],
  [{ spec: { http: [{ url: 'http://x/\0' }] } }, 'spec.http[0].url', NUL],
  [{ spec: { http: [{ headers: [{ name: 'A', value: '\ud83d' }] }] } }, 'spec.http[0].headers[0].value', HIGH],
  [{ labels: { a: '\0' } }, 'labels.a', NUL],
  [{ labels: { 'a\0': 'b' } }, 'The name of a member of labels', NUL],
  [{ labels: { 'a\ud83d': 'b' } }, 'The name of a member of labels', HIGH],
  [{ spec: { http: [{ 'ur\0l': 'x' }] } }, 'The name of a member of spec.http[0]', NUL],
  [{ 'na\0me': 'x' }, 'The name of a member', NUL],
  [['a', ['b', '\0']], '[1][1]', NUL],
  ['\0', 'The body', NUL],
])('refuses %j with the location', (value, where, character) =>
  expect(describeUnstorable(JSON.stringify(value), value)).toBe(`${where} has ${character}, which cannot be stored`)
)

test.each([
  [String.raw`{"name":"\u0000","name":"a"}`, 'A member that is given twice', NUL],
  [String.raw`{"name":{"a":"\uD83D"},"name":"a"}`, 'A member that is given twice', HIGH],
  [String.raw`{"n\u0061me":"\uD83d\u0041"}`, 'name', HIGH],
  [String.raw`{"name":"\\\u0000"}`, 'name', NUL],
  [String.raw`{"name":"\"\u0000"}`, 'name', NUL],
  [String.raw`{"name":"\uD83D\n\uDE00"}`, 'name', HIGH],
])('refuses the JSON text %s', (text, where, character) =>
  expect(describeUnstorable(text, JSON.parse(text))).toBe(`${where} has ${character}, which cannot be stored`)
)

test.each([
  String.raw`{"name":"\ud83d\ude00"}`,
  String.raw`{"name":"\uD83D\uDE00\u0041\ud83d\ude00"}`,
  String.raw`{"name":"\\u0000"}`,
  String.raw`{"name":"\\\\ud83d"}`,
  String.raw`{"name":"\u0001\u001f\uffff\u2028"}`,
  '{"name":"😀"}',
  '{}',
  'null',
])('accepts %s', (text) => expect(describeUnstorable(text, JSON.parse(text))).toBeUndefined())

test('shortens long locations', () => {
  const value = { ['😀'.repeat(5000)]: '\0' }
  expect(describeUnstorable(JSON.stringify(value), value)).toMatch(/^(?:😀){100}… has the character NUL/)
})
