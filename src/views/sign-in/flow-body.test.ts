import { expect, test } from 'vitest'
import { flowSchema, type FlowInput } from '@/api/sign-in/flow'
import {
  flowJson,
  inputNode,
  loginFlow,
  recoveryFlow,
  registrationFlow,
  secondFactorFlow,
  settingsFlow,
  settingsNodes,
  errorMessage,
} from '@dev/gallery/flow-examples'
import {
  buildFlowBody,
  submitButtons,
  initialFieldValues,
  reusableInput,
  validateFields,
  serviceErrors,
} from './flow-body'

const nodesOf = (json: object) => flowSchema.parse(json).nodes
const button = (nodes: ReturnType<typeof nodesOf>, name: string, value?: string): FlowInput => {
  const found = submitButtons(nodes).find((one) => one.name === name && (value === undefined || one.value === value))
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const csrf_token = 'bWFza2Vk'

test('the pressed button is sent with the fields of its group and those common to all forms', () => {
  const nodes = nodesOf(loginFlow())
  const typed = { identifier: 'ada', password: ' correct horse ' }
  expect(buildFlowBody(nodes, typed, button(nodes, 'method'))).toEqual({
    csrf_token,
    identifier: 'ada',
    password: ' correct horse ',
    method: 'password',
  })
})

test('fields of other groups are not sent', () => {
  const nodes = nodesOf(secondFactorFlow())
  const typed = { totp_code: '123456', lookup_secret: 'abc' }
  expect(buildFlowBody(nodes, typed, button(nodes, 'method', 'totp'))).toEqual({
    csrf_token,
    totp_code: '123456',
    method: 'totp',
  })
})

test('hidden values are sent unchanged, including empty ones', () => {
  const nodes = nodesOf(secondFactorFlow(['key']))
  expect(buildFlowBody(nodes, {}, { name: 'method', value: 'webauthn', group: 'webauthn' })).toEqual({
    csrf_token,
    webauthn_login: '',
    method: 'webauthn',
  })
})

test('traits are sent by their dotted names', () => {
  const nodes = nodesOf(registrationFlow())
  const typed = { 'traits:email': 'a@b.c', 'traits:name:first': 'Ada', 'traits:name:last': '', password: 'p' }
  expect(buildFlowBody(nodes, typed, button(nodes, 'method'))).toMatchObject({
    'traits.email': 'a@b.c',
    'traits.name.first': 'Ada',
    'traits.name.last': '',
  })
})

test('another code can be requested while the field of the old one is empty or incomplete', () => {
  const nodes = nodesOf(recoveryFlow('code'))
  const resend = button(nodes, 'email')
  expect(validateFields(nodes, { code: '' }, resend)).toEqual({})
  expect(buildFlowBody(nodes, { code: '12' }, resend)).toEqual({ csrf_token, method: 'code', email: 'ada@example.com' })
})

test('the method of a button without one is its group', () => {
  const nodes = nodesOf(settingsFlow(settingsNodes.totpSet))
  expect(buildFlowBody(nodes, {}, button(nodes, 'totp_unlink'))).toEqual({
    csrf_token,
    method: 'totp',
    totp_unlink: 'true',
  })
})

test('an empty field that a button needs is an error', () => {
  const nodes = nodesOf(loginFlow())
  expect(validateFields(nodes, { identifier: 'ada', password: '' }, button(nodes, 'method'))).toEqual({
    password: 'This field is required',
  })
})

test('starting over keeps the input, but neither passwords nor codes', () => {
  const nodes = nodesOf(loginFlow())
  expect(reusableInput(nodes, { identifier: 'ada', password: 'p' })).toEqual({ identifier: 'ada' })
  expect(reusableInput(nodesOf(recoveryFlow('code')), { code: '123' })).toEqual({})
})

test('fields start with earlier input, else with the value of the service', () => {
  const nodes = nodesOf(
    flowJson('a', [
      inputNode('profile', 'traits.email', 'email', { value: 'ada@example.com' }),
      inputNode('profile', 'traits.news', 'checkbox', { value: true }),
      inputNode('profile', 'traits.age', 'number', { value: 36 }),
    ])
  )
  expect(initialFieldValues(nodes, { 'traits:email': 'new@example.com' })).toEqual({
    'traits:email': 'new@example.com',
    'traits:news': true,
    'traits:age': 36,
  })
})

test('messages of the service about a field are errors of the field [AUTH-23]', () => {
  const nodes = nodesOf(
    registrationFlow([errorMessage(4000040, 'This is no e-mail address.'), errorMessage(4000003, 'Too short.')])
  )
  expect(serviceErrors(nodes)).toEqual({ 'traits:email': 'This is no e-mail address. Too short.' })
})

const profile = (...nodes: readonly unknown[]) =>
  nodesOf(flowJson('a', [...nodes, inputNode('profile', 'method', 'submit', { value: 'profile', label: 'Save' })]))
const trait = (type: string, more: Record<string, unknown> = {}) => inputNode('profile', 'traits.x', type, more)

test.each([
  ['number', {}, 36, 36],
  ['number', {}, -1.5, -1.5],
  ['number', {}, 0, 0],
  ['number', {}, null, undefined],
  ['checkbox', {}, true, true],
  ['checkbox', {}, false, false],
  ['checkbox', {}, undefined, false],
  ['text', { options: [{ value: 'red' }, { value: 'blue' }] }, 'blue', 'blue'],
  ['text', { options: [{ value: 'red' }] }, '', undefined],
  ['text', { options: [{ value: 1 }, { value: 2 }] }, '2', 2],
  ['number', { options: [{ value: 1 }, { value: 2 }] }, '2', 2],
  ['text', { options: [{ value: true }, { value: false }] }, 'false', false],
  ['text', {}, '', ''],
  ['text', { pattern: '[a-z]+' }, '', undefined],
  ['email', {}, '', undefined],
  ['url', {}, '', undefined],
  ['tel', {}, '', undefined],
  ['date', {}, '', undefined],
  ['date', {}, '2026-03-01', '2026-03-01'],
  ['tel', {}, '0049 30 1', '0049 30 1'],
  ['datetime-local', {}, '', undefined],
  ['datetime-local', {}, '2026-03-01T09:00', new Date('2026-03-01T09:00').toISOString()],
  ['text', { disabled: true }, 'x', undefined],
  ['checkbox', { disabled: true }, true, undefined],
])('the value of a field of type %s, %j: %j is sent as %j', (type, more, typed, expected) => {
  const nodes = profile(trait(type, more))
  const body = buildFlowBody(nodes, typed === undefined ? {} : { 'traits:x': typed }, button(nodes, 'method'))
  expect(body['traits.x']).toBe(expected)
  expect('traits.x' in body).toBe(expected !== undefined)
})

test.each([36, 0, true, false, 'text', ''])('a hidden value %j is sent as the service gave it', (value) => {
  const nodes = profile(inputNode('default', 'traits.x', 'hidden', { value }))
  expect(buildFlowBody(nodes, {}, button(nodes, 'method'))['traits.x']).toBe(value)
})

test.each([
  ['number', '36', 36],
  ['number', undefined, null],
  ['checkbox', undefined, false],
  ['text', 36, '36'],
])('a field of type %s with the value %j starts with %j', (type, value, expected) => {
  expect(initialFieldValues(profile(trait(type, { value })), {})['traits:x']).toBe(expected)
})

test('an unchanged time is sent exactly as received, to the microsecond', () => {
  const value = '2026-03-01T09:00:00.123456Z'
  const nodes = profile(trait('datetime-local', { value }))
  const typed = initialFieldValues(nodes, {})
  expect(typed['traits:x']).toMatch(/^2026-0[23]-\d\dT\d\d:\d\d$/)
  expect(buildFlowBody(nodes, typed, button(nodes, 'method'))['traits.x']).toBe(value)
})

const refused = [
  ['email', {}, 'nonsense', /e-mail/],
  ['email', {}, 'a b@c.example', /e-mail/],
  ['email', {}, '@c.example', /e-mail/],
  ['url', {}, 'example.com', /URL/],
  ['number', {}, NaN, /number/],
  ['number', { required: true }, null, /required/],
  ['text', { pattern: '[a-z]+' }, 'abc1', /format/],
  ['text', { pattern: 'a|b' }, 'ab', /format/],
  ['tel', { pattern: '[0-9]{3}' }, '12', /format/],
  ['text', { maxlength: 3 }, 'abcd', /3 characters/],
  ['password', { maxlength: 3 }, 'abcd', /3 characters/],
  ['checkbox', { required: true }, false, /required/],
  ['text', { options: [{ value: 'a' }], required: true }, '', /required/],
] as const
test.each(refused)('a field of type %s, %j, rejects %j', (type, more, typed, expected) => {
  const nodes = profile(trait(type, more))
  expect(validateFields(nodes, { 'traits:x': typed }, button(nodes, 'method'))['traits:x']).toMatch(expected)
})

test.each([
  ['email', {}, 'ada@localhost'],
  ['email', {}, 'ada@bücher.example'],
  ['url', {}, 'https://example.com/a'],
  ['url', {}, ''],
  ['number', {}, null],
  ['number', {}, 0],
  ['text', { pattern: '[a-z]+' }, 'abc'],
  ['text', { pattern: '[a-z]+' }, ''],
  // Browsers cannot parse every pattern, and then allow everything.
  ['text', { pattern: '(?i)[a-z]+' }, '1'],
  ['text', { maxlength: 3 }, 'abc'],
  ['text', { required: true, disabled: true }, ''],
  ['checkbox', { required: true }, true],
  ['checkbox', {}, false],
  ['tel', {}, 'anything'],
])('a field of type %s, %j, accepts %j', (type, more, typed) => {
  const nodes = profile(trait(type, more))
  expect(validateFields(nodes, { 'traits:x': typed }, button(nodes, 'method'))).toEqual({})
})

test.each(refused)(
  'a button that needs no fields is not blocked by a field of type %s, %j, with %j',
  (type, more, typed) => {
    const nodes = profile(trait(type, more), inputNode('profile', 'screen', 'submit', { value: 'previous' }))
    expect(validateFields(nodes, { 'traits:x': typed }, button(nodes, 'screen'))).toEqual({})
  }
)

const said = (text: string) => ({ messages: [errorMessage(1, text)] })
test('messages of nodes that are not rendered become messages of the flow, each once', () => {
  const { messages } = flowSchema.parse(
    flowJson(
      'a',
      [
        inputNode('default', 'traits.email', 'hidden', { value: '', ...said('There is such an account.') }),
        { type: 'script', group: 'webauthn', attributes: { id: 's', src: '/s.js' }, ...said('No script.'), meta: {} },
        { type: 'div', group: 'captcha', attributes: { id: 'd' }, ...said('Prove that you are human.'), meta: {} },
        { type: 'hologram', ...said('There is such an account.') },
        inputNode('default', 'traits.name', 'text', { value: '', ...said('Too short.') }),
        'nonsense',
      ],
      { messages: [errorMessage(2, 'Not yet.')] }
    )
  )
  expect(messages.map(({ text }) => text)).toEqual([
    'Not yet.',
    'There is such an account.',
    'No script.',
    'Prove that you are human.',
  ])
})
