import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { acceptTotp, newTotpSecret, totpQrCode } from './totp'

/** RFC 6238, appendix B: '12345678901234567890', the last six of its eight digits. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('accepts the code of second %i: %s', (seconds, code) => {
  expect(acceptTotp({ secret, lastStep: null }, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
})

const at = (seconds: number) => new Date(seconds * 1000)

test.each([
  ['one step early', 59 - 30, 1],
  ['one step late', 59 + 30, 1],
  ['two steps late', 59 + 60, undefined],
])('checks a code %s', (_name, seconds, step) => {
  expect(acceptTotp({ secret, lastStep: null }, '287082', at(seconds))).toBe(step)
})

test.each([
  ['the same step again', 1, undefined],
  ['an older step than the last', 2, undefined],
  ['a newer step than the last', 0, 1],
])('checks %s', (_name, lastStep, step) => {
  expect(acceptTotp({ secret, lastStep }, '287082', at(59))).toBe(step)
})

test.each([
  ['287 082', 1],
  [' 287082 ', 1],
  ['28708', undefined],
  ['0287082', undefined],
  ['２８７０８２', undefined],
  ['', undefined],
])('parses %j as typed', (typed, step) => {
  expect(acceptTotp({ secret, lastStep: null }, typed, at(59))).toBe(step)
})

test('creates secrets of 20 bytes in Base32', () => {
  expect(newTotpSecret(randomBytes)).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret(() => Buffer.from('12345678901234567890'))).toBe(secret)
})

test('renders the QR code as SVG without scripts', () => {
  const uri = totpQrCode({ secret, issuer: 'Mission Control', account: 'ada@example.org' })
  const [start, body = ''] = uri.split(',')
  expect(start).toBe('data:image/svg+xml;base64')
  expect(Buffer.from(body, 'base64').toString()).toMatch(/^<svg [^>]*viewBox[^>]*>(?:(?!script).)*<\/svg>$/s)
})
