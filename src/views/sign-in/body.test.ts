import { expect, test } from 'vitest'
import { flow, type Input } from '../../api/flow'
import {
  flowJson,
  input,
  loginFlow,
  recoveryFlow,
  registrationFlow,
  secondFactorFlow,
  settingsFlow,
  settingsNodes,
  wrong,
} from '../gallery/flow-examples'
import { bodyOf, buttonsOf, initialOf, keptOf, lackingOf, problemsOf } from './body'

const nodesOf = (json: object) => flow.parse(json).nodes
const button = (nodes: ReturnType<typeof nodesOf>, name: string, value?: string): Input => {
  const found = buttonsOf(nodes).find((one) => one.name === name && (value === undefined || one.value === value))
  if (!found) throw new Error(`no button ${name}`)
  return found
}
const csrf_token = 'bWFza2Vk'

test('the pressed button is sent with the fields of its group and those common to all forms', () => {
  const nodes = nodesOf(loginFlow())
  const typed = { identifier: 'ada', password: ' correct horse ' }
  expect(bodyOf(nodes, typed, button(nodes, 'method'))).toEqual({
    csrf_token,
    identifier: 'ada',
    password: ' correct horse ',
    method: 'password',
  })
})

test('fields of other groups are not sent', () => {
  const nodes = nodesOf(secondFactorFlow())
  const typed = { totp_code: '123456', lookup_secret: 'abc' }
  expect(bodyOf(nodes, typed, button(nodes, 'method', 'totp'))).toEqual({
    csrf_token,
    totp_code: '123456',
    method: 'totp',
  })
})

test('hidden values are sent unchanged, including empty ones', () => {
  const nodes = nodesOf(secondFactorFlow(['key']))
  expect(bodyOf(nodes, {}, { name: 'method', value: 'webauthn', group: 'webauthn' })).toEqual({
    csrf_token,
    webauthn_login: '',
    method: 'webauthn',
  })
})

test('traits are sent by their dotted names', () => {
  const nodes = nodesOf(registrationFlow())
  const typed = { 'traits:email': 'a@b.c', 'traits:name:first': 'Ada', 'traits:name:last': '', password: 'p' }
  expect(bodyOf(nodes, typed, button(nodes, 'method'))).toMatchObject({
    'traits.email': 'a@b.c',
    'traits.name.first': 'Ada',
    'traits.name.last': '',
  })
})

test('another code can be requested while the field of the old one is empty or incomplete', () => {
  const nodes = nodesOf(recoveryFlow('code'))
  const resend = button(nodes, 'email')
  expect(lackingOf(nodes, { code: '' }, resend)).toEqual({})
  expect(bodyOf(nodes, { code: '12' }, resend)).toEqual({ csrf_token, method: 'code', email: 'ada@example.com' })
})

test('the method of a button without one is its group', () => {
  const nodes = nodesOf(settingsFlow(settingsNodes.totpSet))
  expect(bodyOf(nodes, {}, button(nodes, 'totp_unlink'))).toEqual({ csrf_token, method: 'totp', totp_unlink: 'true' })
})

test('an empty field that a button needs is an error', () => {
  const nodes = nodesOf(loginFlow())
  expect(lackingOf(nodes, { identifier: 'ada', password: '' }, button(nodes, 'method'))).toEqual({
    password: 'This field is required',
  })
})

test('starting over keeps the input, but neither passwords nor codes', () => {
  const nodes = nodesOf(loginFlow())
  expect(keptOf(nodes, { identifier: 'ada', password: 'p' })).toEqual({ identifier: 'ada' })
  expect(keptOf(nodesOf(recoveryFlow('code')), { code: '123' })).toEqual({})
})

test('fields start with earlier input, else with the value of the service', () => {
  const nodes = nodesOf(
    flowJson('a', [
      input('profile', 'traits.email', 'email', { value: 'ada@example.com' }),
      input('profile', 'traits.news', 'checkbox', { value: true }),
      input('profile', 'traits.age', 'number', { value: 36 }),
    ])
  )
  expect(initialOf(nodes, { 'traits:email': 'new@example.com' })).toEqual({
    'traits:email': 'new@example.com',
    'traits:news': true,
    'traits:age': '36',
  })
})

test('messages of the service about a field are errors of the field [AUTH-23]', () => {
  const nodes = nodesOf(registrationFlow([wrong(4000040, 'This is no e-mail address.'), wrong(4000003, 'Too short.')]))
  expect(problemsOf(nodes)).toEqual({ 'traits:email': 'This is no e-mail address. Too short.' })
})
