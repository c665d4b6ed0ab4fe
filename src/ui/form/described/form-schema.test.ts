import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { bytes } from '@/lib/amount'
import { UnparsedText } from '../code/unparsed-text'
import { type FieldDescription, type FormDescription, initialValues } from '@/shared/forms/form-description'
import { toFormSchema } from './form-schema'

/** Validates one value of a form with this one field: returns the error, or the value to send. */
function reading(field: FieldDescription, value: unknown): unknown {
  const result = toFormSchema([field]).safeParse({ [field.name]: value })
  return result.success ? { sent: result.data[field.name] } : result.error.issues[0]?.message
}
const REQUIRED = 'This field is required'
const f = <D extends object>(description: D) => ({ name: 'x', label: 'X', ...description })

const parse = (text: string) => (text === 'noon' ? new Date(0) : undefined)
const search = f({ type: 'search' as const, find: () => [] })
const secret = f({ type: 'secret' as const })
const source = f({ type: 'source' as const })
const port = f({ type: 'number' as const, min: 1, max: 65535, isWhole: true })
const yaml = f({ type: 'code' as const, language: 'yaml' as const })
const name = f({
  type: 'text' as const,
  minLength: 2,
  maxLength: 5,
  pattern: { accepts: (text: string) => /^[a-z]+$/.test(text), message: 'Letters.' },
})

test.each<[string, FieldDescription, unknown, unknown]>([
  ['text is trimmed', name, ' prod ', { sent: 'prod' }],
  ['text that is optional may be empty', name, '', { sent: '' }],
  ['text that is required may not', { ...name, isRequired: true }, '  ', REQUIRED],
  ['text has a least length', name, 'a', 'Enter at least 2 characters.'],
  ['text has a greatest length', name, 'abcdef', 'Enter at most 5 characters.'],
  ['the whole text matches its pattern', name, 'ab1', 'Letters.'],
  ['a URL needs its scheme', f({ type: 'text', kind: 'url' }), 'example.com', 'Enter a URL including its scheme.'],
  ['an e-mail address needs an @', f({ type: 'text', kind: 'email' }), 'me', 'Enter an e-mail address.'],
  ['a text area keeps its blanks', f({ type: 'textarea' }), ' a ', { sent: ' a ' }],
  ['code keeps its blanks', yaml, 'a: 1\n', { sent: 'a: 1\n' }],
  ['code that was parsed', { ...yaml, isParsed: true }, { a: 1 }, { sent: { a: 1 } }],
  ['code that says null, where something is required', { ...yaml, isParsed: true, isRequired: true }, null, REQUIRED],
  ['code of comments only, where something is required', { ...yaml, isRequired: true }, '# why\n\n  # so', REQUIRED],
  ['comments and code', { ...yaml, isRequired: true }, '# why\na: 1', { sent: '# why\na: 1' }],
  ['an empty list is a value', { ...yaml, isParsed: true, isRequired: true }, [], { sent: [] }],
  ['code that cannot be parsed', yaml, new UnparsedText('a: @', 'Line 1.'), 'Line 1.'],
  ['a number', port, 443, { sent: 443 }],
  ['not a number', port, Number.NaN, 'This field must be a number'],
  ['a required number that is missing', { ...port, isRequired: true }, null, REQUIRED],
  ['an emptied number stays empty', port, null, { sent: null }],
  ['a fraction', port, 1.5, 'Enter a whole number.'],
  ['too little', port, 0, 'The minimum is 1.'],
  ['too much', port, 70000, 'The maximum is 65535.'],
  ['0 is a number', f({ type: 'number', isRequired: true }), 0, { sent: 0 }],
  ['a duration', f({ type: 'duration' }), '1h30m', { sent: '1h30m' }],
  ['not a duration', f({ type: 'duration' }), 'soon', 'Write a duration such as 30s, 5m or 1h30m.'],
  ['an amount', f({ type: 'amount', set: bytes }), '512Mi', { sent: '512Mi' }],
  ['not an amount', f({ type: 'amount', set: bytes }), 'manyMi', 'This field must be a number'],
  ['a required choice', f({ type: 'select', options: [], isRequired: true }), '', REQUIRED],
  ['a search sends the value', search, { value: 'id-1', label: 'One' }, { sent: 'id-1' }],
  ['a required search', { ...search, isRequired: true }, null, REQUIRED],
  ['a retained secret is left out', { ...secret, isRequired: true }, { is: 'kept' }, { sent: undefined }],
  ['a typed secret is sent', secret, { is: 'typed', text: 's3' }, { sent: 's3' }],
  ['a required secret', { ...secret, isRequired: true }, { is: 'typed', text: '' }, REQUIRED],
  ['a required source', { ...source, isRequired: true }, { value: '' }, REQUIRED],
  [
    'an incomplete reference',
    source,
    { valueFrom: { secretKeyRef: { name: 'a', key: '' } } },
    'Write both the name and the key.',
  ],
  ['a schedule', f({ type: 'schedule' }), '@every 5m', { sent: '@every 5m' }],
  ['no schedule', f({ type: 'schedule' }), '@sometimes', expect.stringContaining('Use @every')],
  [
    'a date',
    f({ type: 'moment', parse, format: String }),
    '2026-03-01T12:00:00.000Z',
    { sent: '2026-03-01T12:00:00.000Z' },
  ],
  [
    'a date as the server writes it',
    f({ type: 'moment', parse, format: String }),
    '2026-03-01T12:00:00.091+00:00',
    { sent: '2026-03-01T12:00:00.091+00:00' },
  ],
  [
    'not a date',
    f({ type: 'moment', parse, format: String }),
    'soon',
    'Write a date such as 2026-03-01 09:00 or in 2h.',
  ],
  ['a JSON text', f({ type: 'code', language: 'json' }), '{"a": 1}', { sent: '{"a": 1}' }],
  ['no JSON text', f({ type: 'code', language: 'json' }), '{"a": 1', 'This is not valid JSON.'],
  ['a parsed JSON text', f({ type: 'code', language: 'json', isParsed: true }), 'a', { sent: 'a' }],
  ['required labels', f({ type: 'labels', isRequired: true }), {}, REQUIRED],
  ['a row without a name', f({ type: 'keyValues' }), [{ name: ' ', value: '' }], 'Every row needs a name.'],
  [
    'a duplicate name',
    f({ type: 'keyValues' }),
    [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ],
    'The name A is used twice.',
  ],
  ['a required consent', f({ type: 'checkbox', isRequired: true }), false, REQUIRED],
])('%s', (_name, field, value, expected) => {
  expect(reading(field, value)).toEqual(expected)
})

const form: FormDescription = [
  { type: 'text', name: 'name', label: 'Name', isRequired: true },
  {
    type: 'radio',
    name: 'auth',
    label: 'Authentication',
    options: ['basic', 'ssh'].map((value) => ({ value, label: value })),
    initial: 'basic',
  },
  {
    type: 'section',
    label: 'SSH',
    when: { field: 'auth', is: ['ssh'] },
    fields: [{ type: 'textarea', name: 'properties.key', label: 'Key', isRequired: true }],
  },
  { type: 'number', name: 'properties.port', label: 'Port', initial: 22 },
  {
    type: 'list',
    name: 'steps',
    label: 'Steps',
    itemLabel: 'Step',
    most: 2,
    fields: [
      { type: 'select', name: 'kind', label: 'Kind', options: [], initial: 'http' },
      { type: 'text', name: 'url', label: 'URL', isRequired: true, when: { field: 'kind', is: ['http'] } },
    ],
  },
]

test('a form starts with a value for every field, at its path', () => {
  expect(initialValues(form, { name: 'prod', properties: { port: 2222 } })).toEqual({
    name: 'prod',
    auth: 'basic',
    properties: { key: '', port: 2222 },
    steps: [],
  })
})

test('a field that is not shown is neither required nor sent', () => {
  const values = initialValues(form, { name: 'prod' })
  const sent = { name: 'prod', auth: 'basic', properties: { port: 22 }, steps: [] }
  expect(toFormSchema(form).parse(values)).toEqual(sent)
  expect(toFormSchema(form).safeParse({ ...values, auth: 'ssh' }).error?.issues).toMatchObject([
    { path: ['properties', 'key'], message: REQUIRED },
  ])
})

test('evaluates the conditions of each list item separately', () => {
  const values = {
    ...initialValues(form, { name: 'prod' }),
    steps: [
      { kind: 'exec', url: '' },
      { kind: 'http', url: '' },
    ],
  }
  expect(toFormSchema(form).safeParse(values).error?.issues).toMatchObject([
    { path: ['steps', 1, 'url'], message: REQUIRED },
  ])
  const many = { ...values, steps: Array.from({ length: 3 }, () => ({ kind: 'exec' })) }
  expect(toFormSchema(form).safeParse(many).error?.issues).toMatchObject([
    { path: ['steps'], message: 'At most 2 are allowed.' },
  ])
})

const grouped: FormDescription = [
  { type: 'search', name: 'team', label: 'Team', find: () => [], sends: 'choice' },
  { type: 'hidden', name: 'source', label: 'Source', initial: 'link' },
  {
    type: 'group',
    key: 'person',
    when: { field: 'team', meets: (team) => team === null },
    fields: [
      { type: 'text', name: 'person', label: 'Person', isRequired: true, requiredMessage: 'Choose a person.' },
      { type: 'checkbox', name: 'isLead', label: 'Lead', validate: (isOn, { person }) => findLeadError(isOn, person) },
    ],
  },
]
const findLeadError = (isOn: unknown, person: unknown) =>
  isOn === true && person === 'guest' ? 'A guest cannot lead.' : undefined

test('validates and sends the fields of a group while its condition is met', () => {
  const values = initialValues(grouped)
  const schema = toFormSchema(grouped)
  expect(schema.safeParse(values).error?.issues).toMatchObject([{ path: ['person'], message: 'Choose a person.' }])
  expect(schema.safeParse({ ...values, person: 'guest', isLead: true }).error?.issues).toMatchObject([
    { path: ['isLead'], message: 'A guest cannot lead.' },
  ])
  const team = { value: 't', label: 'Team' }
  expect(schema.parse({ ...values, team })).toEqual({ team, source: 'link' })
})

test('a schema for a field replaces its description, and a read-only field is not sent', () => {
  const schemas = { name: z.string().check(z.trim(), z.minLength(1, 'Enter a name')), count: z.number() }
  const fields: FormDescription = [
    { type: 'text', name: 'name', label: 'Name', isRequired: true, maxLength: 1 },
    { type: 'number', name: 'count', label: 'Count' },
    { type: 'text', name: 'owner', label: 'Owner', isReadOnly: true, isRequired: true },
  ]
  const schema = toFormSchema(fields, schemas)
  expect(schema.parse({ name: ' prod ', count: 1, owner: '' })).toEqual({ name: 'prod', count: 1 })
  expect(schema.safeParse({ name: ' ', count: null }).error?.issues).toMatchObject([
    { path: ['name'], message: 'Enter a name' },
    { path: ['count'], message: REQUIRED },
  ])
})

test('a name such as __proto__ is an ordinary name', () => {
  expect(initialValues([{ type: 'text', name: 'constructor', label: 'C' }])).toEqual({ constructor: '' })
})
