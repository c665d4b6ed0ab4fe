import { expect, test } from 'vitest'
import { bytes, millicores } from '../amount'
import {
  toRunArgs,
  toParameterFields,
  type FormParameter,
  findGivenResources,
  toParameterValues,
} from './playbook-fields'

const find = () => () => []
const field = (parameter: Omit<FormParameter, 'name'>) => toParameterFields([{ name: 'a.b', ...parameter }], find)[0]

test.each<[string, Omit<FormParameter, 'name'>, object]>([
  ['text', {}, { type: 'text', label: 'a.b' }],
  [
    'a label, help and a default',
    { label: 'A', description: 'why', required: true, default: 'x' },
    { label: 'A', help: 'why', isRequired: true, initial: 'x' },
  ],
  ['several lines', { properties: { multiline: 'true' } }, { type: 'textarea' }],
  [
    'a length and a pattern',
    { properties: { minLength: 2, maxLength: '5', regex: '\\d+' } },
    { minLength: 2, maxLength: 5, pattern: { message: 'Enter a value that matches \\d+' } },
  ],
  ['an e-mail address', { properties: { format: 'email' } }, { type: 'text', kind: 'email' }],
  ['a DNS name', { properties: { format: 'dns1123' } }, { type: 'text', pattern: expect.anything() }],
  [
    'a number',
    { default: '3', properties: { format: 'number', min: 1, max: '9' } },
    { type: 'number', min: 1, max: 9, initial: 3 },
  ],
  ['a number without a default', { properties: { format: 'number' } }, { type: 'number' }],
  ['a password', { properties: { format: 'password' } }, { type: 'secret' }],
  ['a secret', { type: 'secret' }, { type: 'secret' }],
  ['bytes', { type: 'bytes', default: '1Gi' }, { type: 'amount', set: bytes, initial: '1Gi' }],
  ['millicores as a format', { properties: { format: 'millicores' } }, { type: 'amount', set: millicores }],
  [
    'a checkbox',
    { type: 'checkbox', default: 'true', required: true },
    { type: 'checkbox', initial: true, isRequired: false },
  ],
  [
    'YAML',
    { type: 'code', properties: { language: 'yaml', size: 'large' } },
    { type: 'code', language: 'yaml', height: 'tall' },
  ],
  ['a script', { type: 'code', properties: { language: 'bash' } }, { type: 'textarea', isMono: true }],
  [
    'a list',
    { type: 'list', properties: { options: [{ value: 'x', label: 'X' }, { value: 2 }, 'y'] } },
    {
      type: 'select',
      options: [
        { value: 'x', label: 'X' },
        { value: '2', label: '2' },
        { value: 'y', label: 'y' },
      ],
    },
  ],
  ['a list without options', { type: 'list' }, { type: 'select', options: [] }],
  ['a person', { type: 'people' }, { type: 'search' }],
  ['a config item [CONST-04]', { type: 'config' }, { type: 'search', pace: { delayMs: 300 } }],
  ['a type of a later version', { type: 'hologram' }, { type: 'text' }],
])('creates a field for %s', (_what, parameter, expected) => expect(field(parameter)).toMatchObject(expected))

const parameters = [
  { name: 'a.b' },
  { name: 'flag', type: 'checkbox' },
  { name: 'count', properties: { format: 'number' } },
  { name: 'none' },
  { name: 'token', type: 'secret' },
  { name: 'who', type: 'people' },
]
const fields = toParameterFields(parameters, find)

test('converts values to text keyed by parameter name, with secrets separate', () => {
  expect(toRunArgs(parameters, fields, { p0: 'x', p1: false, p2: 3, p3: null, p4: 's', p5: 'id' })).toEqual({
    params: { 'a.b': 'x', flag: 'false', count: '3', none: '', token: null, who: 'id' },
    secrets: { token: 's' },
  })
})

const unknown = () => undefined

test('fills in all values of a link except secrets, and resources if their names are known', () => {
  const params = { 'a.b': 'x', flag: 'true', count: '3', none: null, token: 's', who: 'id', other: 'y' }
  expect(findGivenResources(parameters, params)).toEqual([{ kind: 'person', id: 'id' }])
  expect(toParameterValues(parameters, fields, params, unknown)).toEqual({ p0: 'x', p1: true, p2: 3 })
  expect(toParameterValues(parameters, fields, params, () => 'Nour')).toMatchObject({
    p5: { value: 'id', label: 'Nour' },
  })
  expect(toParameterValues(parameters, fields, undefined, unknown)).toEqual({})
  expect(findGivenResources(parameters, { who: '' })).toEqual([])
})

test('keeps an empty number empty, and ignores text that is not a number', () => {
  expect(toParameterValues(parameters, fields, { count: '' }, unknown)).toEqual({ p2: null })
  expect(toParameterValues(parameters, fields, { count: 'many' }, unknown)).toEqual({})
  expect(toParameterValues(parameters, fields, { count: '0' }, unknown)).toEqual({ p2: 0 })
})

const accepts = (regex: string, text: string) => {
  const found = field({ properties: { regex } })
  return found?.type === 'text' ? [found.pattern?.accepts(text), found.pattern?.message] : []
}

test.each([
  ['\\d+', '42', true],
  ['\\d+', 'x42', false],
  ['[a-z]\\/\\u0062', 'a/b', true],
  ['(a+)+', `${'a'.repeat(10_000)}!`, false],
])('matches the complete text with the expression %s: %j', (regex, text, isAccepted) =>
  expect(accepts(regex, text)[0]).toBe(isAccepted)
)

test.each(['(', '(?=a)a', '(a)\\1'])('the expression %s accepts nothing, with a reason', (regex) => {
  expect(accepts(regex, 'a')).toEqual([
    false,
    expect.stringMatching(/^The expression of the playbook is invalid\. .* RE2/s),
  ])
})
