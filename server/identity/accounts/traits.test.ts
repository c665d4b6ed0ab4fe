import { expect, test } from 'vitest'
import { normaliseIdentifier, parseEmail, parseTraits } from './traits'

test.each([
  ['letter case', 'Ada@Example.ORG'],
  ['surrounding spaces', ' \tada@example.org\n'],
  ['full-width letters', 'ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
  ['a trailing no-break space', 'ada@example.org\u00a0'],
])('ignores %s in identifiers', (_name, typed) => {
  expect(normaliseIdentifier(typed)).toBe('ada@example.org')
})

test('treats composed and combining letters as equal', () => {
  expect(normaliseIdentifier('e\u0301VA')).toBe(normaliseIdentifier('Éva'))
})

test.each([
  ['ada@example.org', undefined],
  ['admin@local', undefined],
  ['ada+ops@example.org', undefined],
  ['', 4000002],
  ['   ', 4000002],
  [undefined, 4000002],
  ['ada', 4000040],
  ['ada@', 4000040],
  ['ada@example.org\r\nBcc: eve@example.org', 4000040],
  ['ada@example.org, eve@example.org', 4000040],
  ['"ada" <ada@example.org>', 4000040],
  ['ada@example.org\0', 4000040],
  [`${'a'.repeat(255)}@example.org`, 4000017],
  ['x'.repeat(100_000), 4000017],
  [{ toString: 'x' }, 4000017],
  [['ada@example.org'], 4000017],
])('validates %j as an address', (typed, id) => {
  const parsed = parseEmail(typed, 'traits.email')
  expect(parsed.ok ? undefined : parsed.messages['traits.email']?.id).toBe(id)
})

test('removes line breaks from a refused address', () => {
  const parsed = parseEmail('ada@example.org\r\nBcc: eve', 'email')
  expect(parsed).toMatchObject({ messages: { email: { context: { value: 'ada@example.orgBcc: eve' } } } })
})

test('trims and normalises traits', () => {
  expect(parseTraits({ email: 'ADA@example.org', name: { first: ' Ada ', last: 'Lovelace' } })).toEqual({
    ok: true,
    value: { email: 'ada@example.org', name: { first: 'Ada', last: 'Lovelace' } },
  })
})

test.each([
  ['none', undefined, { 'traits.email': 4000002 }],
  ['a text', 'x', { traits: 4000004 }],
  ['a list', [], { traits: 4000004 }],
  ['another trait', { email: 'a@b.c', role: 'admin' }, { 'traits.role': 4000001 }],
  ['groups', { email: 'a@b.c', groups: ['admins'] }, { 'traits.groups': 4000001 }],
  ['another member of the name', { email: 'a@b.c', name: { nick: 'x' } }, { 'traits.name.nick': 4000001 }],
  ['a name with a line break', { email: 'a@b.c', name: { first: 'x\r\nBcc: y' } }, { 'traits.name.first': 4000004 }],
  ['a name with a NUL', { email: 'a@b.c', name: { last: 'x\0' } }, { 'traits.name.last': 4000004 }],
  ['a lone surrogate', { email: 'a@b.c', name: { last: '\ud83d' } }, { 'traits.name.last': 4000004 }],
  ['a number as a name', { email: 'a@b.c', name: { last: 7 } }, { 'traits.name.last': 4000004 }],
  ['a long name', { email: 'a@b.c', name: { last: 'x'.repeat(101) } }, { 'traits.name.last': 4000017 }],
  ['two errors', { email: 'x', name: { last: '\n\0' } }, { 'traits.email': 4000040, 'traits.name.last': 4000004 }],
])('refuses traits: %s', (_name, value, expected) => {
  const parsed = parseTraits(value)
  const ids = parsed.ok ? {} : Object.fromEntries(Object.entries(parsed.messages).map(([name, { id }]) => [name, id]))
  expect(ids).toEqual(expected)
})
