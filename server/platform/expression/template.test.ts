import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { fillIn, fillInAll } from './template'

const env = {
  check: { name: 'homepage', labels: { 'app-name': 'shop' }, description: null },
  params: { reason: 'a {{.check.name}} b', empty: '', count: 2 },
}

test.each([
  ['no template', 'no template'],
  ['{{.check.name}}', 'homepage'],
  ['{{ .check.name }}/{{- .params.count -}}', 'homepage/2'],
  ['$(.check.name)', 'homepage'],
  ['{{.check.labels.app-name}}', 'shop'],
  ['[{{.params.empty}}]', '[]'],
  ['{{.check.labels}}', '{"app-name":"shop"}'],
  ['{{ "{{.Names}}" }} of {{.check.name}}', '{{.Names}} of homepage'],
  ['{{`{{.Names}}\n$(.check.name)`}}', '{{.Names}}\n$(.check.name)'],
  ['{{"{{"}}.check.name{{"}}"}}', '{{.check.name}}'],
])('fills in %s as %s', (text, expected) => expect(fillIn(text, env)).toBe(expected))

test.each([
  ['{{.check.nope}}', 'There is nothing at .check.nope.'],
  ['{{.check.description}}', 'There is nothing at .check.description.'],
  ['{{.check.constructor}}', 'There is nothing at .check.constructor.'],
  ['{{ if .check }}a{{ end }}', 'The embedded backend fills in paths only, not {{ if .check }}.'],
  ['$(check.name | upper)', 'The embedded backend fills in paths only, not $(check.name | upper).'],
])('refuses %s: %s', (text, message) => expect(() => fillIn(text, env)).toThrow(message))

test('fills in another text for a path without a value', () => {
  expect(fillIn('[{{.check.nope}}] {{.check.name}}', env, { absent: '-' })).toBe('[-] homepage')
  expect(() => fillIn('{{ if .check }}', env, { absent: '' })).toThrow('paths only')
})

test('does not expand a template inside a value', () => {
  expect(fillIn('{{.params.reason}}', env)).toBe('a {{.check.name}} b')
  expect(fillIn('{{.params.reason}}', { params: { reason: '$(.check.name)' } })).toBe('$(.check.name)')
})

test('fills in texts at any depth', () => {
  expect(fillInAll({ a: ['{{.check.name}}', 1, null], b: { c: '$(.params.count)' } }, env)).toEqual({
    a: ['homepage', 1, null],
    b: { c: '2' },
  })
})

test.each([
  ['a {{ b', 'a {{ b'],
  ['}}{{', '}}{{'],
  ['$( {{.params.count}}', '$( 2'],
  ['{{.params.count}}}', '2}'],
  ['{{.params.count}}$(.params.count)', '22'],
])('leaves an unclosed template unchanged and fills in those after it: %s', (text, expected) =>
  expect(fillIn(text, env)).toBe(expected)
)

const attempt = (text: string) => () => {
  try {
    return fillIn(text, env)
  } catch (error) {
    return error
  }
}

test.each<[string, (size: number) => string]>([
  ['{{ and spaces', (size) => `{{${' '.repeat(size)}`],
  ['{{ and spaces, closed', (size) => `{{${' '.repeat(size)}}}`],
  ['{{ and spaces around a letter', (size) => `{{${' '.repeat(size)}x${' '.repeat(size)}`],
  ['$( and spaces', (size) => `$(${' '.repeat(size)}`],
  ['$( and spaces around a letter, closed', (size) => `$(${' '.repeat(size)}x${' '.repeat(size)})`],
  ['many {{"', (size) => '{{"'.repeat(size)],
  ['many {{`', (size) => '{{`'.repeat(size)],
  ['many {{ "a" ', (size) => '{{ "a" '.repeat(size)],
  ['many {{', (size) => '{{'.repeat(size)],
  ['many {{-', (size) => '{{- '.repeat(size)],
  ['many $(', (size) => '$('.repeat(size)],
  ['many $( and a )', (size) => `${'$('.repeat(size)})`],
  ['many {{ and a }}', (size) => `${'{{'.repeat(size)}}}`],
  ['$(. and letters', (size) => `$(.${'a'.repeat(size)}`],
  ['many $(.a', (size) => '$(.a'.repeat(size)],
  ['many $( .a and spaces', (size) => '$( .a '.repeat(size)],
  ['both in turn', (size) => '{{$('.repeat(size)],
  ['one after the other', (size) => '{{.params.count}}$(.params.count)'.repeat(size / 16)],
  ['a long path', (size) => `{{${'.a'.repeat(size)}}}`],
  ['lines', (size) => `{{${'\n'.repeat(size)}`],
])('fills in templates in linear time: %s', (_name, text) => {
  expect(growth((size) => attempt(text(size)), 4000)).toBeLessThan(STILL_LINEAR)
})

test('limits the length of a text with many filled-in values', () => {
  const long = { params: { a: 'x'.repeat(100_000), b: { c: 'x'.repeat(900_000) } } }
  expect(fillIn('{{.params.a}}'.repeat(9), long)).toHaveLength(900_000)
  for (const text of ['{{.params.a}}'.repeat(11), '$(.params.b)$(.params.b)'.repeat(10_000)])
    expect(() => fillIn(text, long)).toThrow('longer than 1 MB')
})
