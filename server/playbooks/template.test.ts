import { expect, test } from 'vitest'
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
])('%s becomes %s', (text, expected) => expect(fillIn(text, env)).toBe(expected))

test.each([
  ['{{.check.nope}}', 'There is nothing at .check.nope.'],
  ['{{.check.description}}', 'There is nothing at .check.description.'],
  ['{{.check.constructor}}', 'There is nothing at .check.constructor.'],
  ['{{ if .check }}a{{ end }}', 'The embedded backend fills in paths only, not {{ if .check }}.'],
  ['$(check.name | upper)', 'The embedded backend fills in paths only, not $(check.name | upper).'],
])('%s is refused: %s', (text, message) => expect(() => fillIn(text, env)).toThrow(message))

test('a script keeps what the shell understands', () => {
  expect(fillIn('echo $(date) $(.check.name)', env, { isScript: true })).toBe('echo $(date) homepage')
})

test('a value is not taken for a template again', () => {
  expect(fillIn('{{.params.reason}}', env)).toBe('a {{.check.name}} b')
  expect(fillIn('{{.params.reason}}', { params: { reason: '$(.check.name)' } })).toBe('$(.check.name)')
})

test('texts are filled in wherever they are', () => {
  expect(fillInAll({ a: ['{{.check.name}}', 1, null], b: { c: '$(.params.count)' } }, env)).toEqual({
    a: ['homepage', 1, null],
    b: { c: '2' },
  })
})
