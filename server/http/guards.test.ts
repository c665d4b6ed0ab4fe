import { expect, test } from 'vitest'
import { refuseForeignHost, refuseForeignWrite, refuseWithoutPassword } from './guards'

test.each([
  ['a read from anywhere', 'GET', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, undefined],
  ['a write from our page', 'POST', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, undefined],
  ['a write from a program', 'POST', {}, undefined],
  ['a write from another site', 'POST', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a write from another port', 'PATCH', { 'sec-fetch-site': 'same-site' }, 403],
  ['an old browser on another site', 'DELETE', { origin: 'https://evil.example' }, 403],
  ['a sandboxed frame', 'POST', { origin: 'null' }, 403],
] as const)('checks the origin of %s', (_name, method, headers, status) => {
  expect(refuseForeignWrite({ method, headers: { host: 'localhost:3000', ...headers } })?.status).toBe(status)
})

test.each([
  ['localhost:3000', undefined],
  ['127.0.0.1', undefined],
  ['[::1]:3000', undefined],
  ['127.8.8.8:3000', undefined],
  ['[::ffff:127.0.0.1]:3000', undefined],
  ['[::ffff:10.0.0.1]:3000', 421],
  ['0.0.0.0:3000', 421],
  ['evil.example', 421],
  ['127.0.0.1.evil.example:3000', 421],
  ['', 421],
  ['a b', 421],
])('checks the host "%s" without a password', (host, status) => {
  expect(refuseForeignHost({ headers: { host } })?.status).toBe(status)
})

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
test.each([
  ['right', basic('anyone:s3cret:with colon'), undefined],
  ['wrong', basic('anyone:nope'), 401],
  ['missing', undefined, 401],
  ['of another scheme', 'Bearer s3cret:with colon', 401],
])('checks a password that is %s', (_name, authorization, status) => {
  const headers = authorization === undefined ? {} : { authorization }
  expect(refuseWithoutPassword({ headers }, 's3cret:with colon')?.status).toBe(status)
})
