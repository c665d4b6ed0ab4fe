import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isCsrfSecret, verifyCsrfToken, maskCsrfToken, createCsrfSecret } from './csrf'
import { wantsJsonFlow, type Exchange, rateLimitKey, setSessionCookie, wantsJson } from './exchange'
import type { IdentityService } from '../types'

const createExchange = (headers: Record<string, string>, address = '') =>
  ({
    request: new Request('http://localhost/', { headers }),
    client: { address, userAgent: '' },
  }) as unknown as Exchange

test.each([
  ['application/json', true],
  ['application/json, text/plain, */*', true],
  ['*/*', false],
  ['', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['application/json, text/html', false],
  ['application/json, text/html;q=0.9', true],
  ['text/html, application/json;q=0.9', false],
  ['application/*', true],
  ['Application/JSON', true],
  ['application/json;q=0', false],
  ['application/json;q=x', false],
  ['image/png', false],
])('handles a begin request with Accept %s as JSON: %s', (accept, expected) => {
  expect(wantsJsonFlow(createExchange({ Accept: accept }))).toBe(expected)
})

test.each([
  ['text/html', 'application/json', true],
  ['text/html', 'application/x-www-form-urlencoded', false],
  ['application/json', 'application/x-www-form-urlencoded', true],
])('handles Accept %s and a body of %s as JSON: %s', (accept, type, expected) => {
  expect(wantsJson(createExchange({ Accept: accept, 'Content-Type': type }))).toBe(expected)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('counts %s as %s for rate limits', (address, expected) => {
  expect(rateLimitKey(createExchange({}, address))).toBe(expected)
})

const start = new Date('2026-03-01T12:00:00Z')

test.each([
  ['a day', 86_400, 86_400],
  // Browsers keep cookies for at most 400 days.
  ['two years', 2 * 31_536_000, 34_560_000],
])('sets the cookie of a session that lasts %s', (_what, lasts, seconds) => {
  const exchange: Pick<Exchange, 'origin' | 'cookies' | 'token'> = {
    origin: 'https://a',
    cookies: [],
    token: undefined,
  }
  const expiresAt = new Date(start.getTime() + lasts * 1000)
  setSessionCookie({ now: () => start } as IdentityService, exchange as Exchange, 'abc', expiresAt)
  expect(exchange.cookies).toEqual([
    `ory_kratos_session=abc; Max-Age=${seconds}; Path=/; HttpOnly; Secure; SameSite=Lax`,
  ])
})

test('creates a different token each time, valid only for its secret', () => {
  const [secret, other] = [createCsrfSecret(randomBytes), createCsrfSecret(randomBytes)]
  const tokens = [maskCsrfToken(secret, randomBytes), maskCsrfToken(secret, randomBytes), secret]
  expect(new Set(tokens).size).toBe(3)
  expect(tokens.map((token) => verifyCsrfToken(secret, token))).toEqual([true, true, true])
  expect(tokens.map((token) => verifyCsrfToken(other, token))).toEqual([false, false, false])
})

test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}=x`, ` ${'A'.repeat(43)}=`])('rejects %j as a secret', (text) => {
  expect(isCsrfSecret(text)).toBe(false)
})
