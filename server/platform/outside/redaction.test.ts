import { expect, test } from 'vitest'
import { mapTexts, traceRequests, traceStep, withRedaction } from './redaction'
import { basicAuthIfGiven, isSecretHeader, registerSecretHeader } from './request-headers'
import { headerField, secretValue } from './value-fields'

const cleanAfter = async (work: () => unknown) => (await withRedaction(async () => work())).clean

test.each([
  ['Authorization', 'Bearer abcdef', 'abcdef'],
  ['Authorization', 'Bearer two words', 'two words'],
  ['authorization', `Basic ${btoa('me:hunter22')}`, 'hunter22'],
  ['Proxy-Authorization', 'abcdef', 'abcdef'],
  ['Cookie', 'theme=dark; session=abcdef', 'abcdef'],
  ['X-Api-Key', 'abcdef', 'abcdef'],
  ['Api_Key', 'abcdef', 'abcdef'],
  ['X-Auth-Token', 'abcdef', 'abcdef'],
  ['X-Hub-Signature-256', 'abcdef', 'abcdef'],
  ['X-Password', 'abcdef', 'abcdef'],
])('redacts the credential in a header %s: %s', async (name, value, secret) => {
  expect(isSecretHeader(name)).toBe(true)
  const clean = await cleanAfter(() => headerField.parse({ name, value }))
  expect(clean(`it is ${secret}`)).toBe('it is ***')
})

test.each([
  ['X-Region', 'eu-west-1'],
  ['Accept', 'application/json'],
  ['Content-Type', 'application/json'],
  ['X-Author', 'ada'],
  ['Host', 'shop.example'],
  ['X-Monkey', 'Banana'],
])('does not redact the value of an ordinary header %s: %s', async (name, value) => {
  expect(isSecretHeader(name)).toBe(false)
  const clean = await cleanAfter(() => {
    headerField.parse({ name, value: { value } })
    registerSecretHeader(name, value)
  })
  expect(clean(`${value} Region::${value}`)).toBe(`${value} Region::${value}`)
})

test('redacts a user only if there is no password, as a token', async () => {
  expect((await cleanAfter(() => basicAuthIfGiven('postgres', 'hunter22')))('postgres')).toBe('postgres')
  expect((await cleanAfter(() => basicAuthIfGiven('ghp_abcdef')))('ghp_abcdef')).toBe('***')
})

test.each(['', '1', 'ab', 'abc'])(
  'does not redact a secret as short as %j, which is part of other words',
  async (secret) => {
    const text = 'http://127.0.0.1/abc'
    expect((await cleanAfter(() => secretValue.parse(secret)))(text)).toBe(text)
    const { redact, steps } = await traceRequests(async () => {
      secretValue.parse(secret)
      await traceStep(async () => text, { asked: () => text, answered: (it) => it })
    })
    expect(redact(text)).toBe(text)
    expect(steps).toMatchObject([{ asked: text, answered: text }])
  }
)

test('changes the texts in an object and keeps the names of its members', () => {
  const before = { abcd: 'abcd', a: [{ abcd: 'x abcd' }, 1, null] }
  expect(mapTexts(before, (text) => text.replaceAll('abcd', '***'))).toEqual({
    abcd: '***',
    a: [{ abcd: 'x ***' }, 1, null],
  })
})
