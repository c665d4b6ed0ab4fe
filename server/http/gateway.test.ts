import { expect, test } from 'vitest'
import { hardenCookie } from './backend-cookies'
import { toBackendPath, toCanaryCheckerPath, isUnambiguousPath, rewriteRedirect } from './gateway'

test.each([
  ['/api/db/checks?id=eq.1', '/db/checks?id=eq.1'],
  ['/api/canary/api/summary', '/canary/api/summary'],
  ['/api/.ory/sessions/whoami', '/kratos/sessions/whoami'],
  ['/api/.oryx', '/.oryx'],
  ['/api/_health', undefined],
  ['/api', undefined],
  ['/apiary/x', undefined],
  ['/console-config.json', undefined],
])('maps %s to the backend path %s', (path, expected) => expect(toBackendPath(path)).toBe(expected))

test.each([
  ['/canary/api/summary?x=1', '/api/summary?x=1'],
  ['/canary/run/check/a', '/run/check/a'],
  ['/db/checks?id=eq.1', '/db/checks?id=eq.1'],
  ['/playbook/list', undefined],
  ['/canary', undefined],
])('maps %s to the path %s of canary-checker', (path, expected) => expect(toCanaryCheckerPath(path)).toBe(expected))

test.each([
  ['a=1; Path=/; HttpOnly; SameSite=Strict', false, 'a=1; Path=/; HttpOnly; SameSite=Strict'],
  ['a=1; Path=/', false, 'a=1; Path=/; HttpOnly; SameSite=Lax'],
  ['a=secure; path=/; httponly; samesite=none', true, 'a=secure; path=/; httponly; samesite=none; Secure'],
  ['a=1; Secure; HttpOnly; SameSite=Lax', true, 'a=1; Secure; HttpOnly; SameSite=Lax'],
])('passes on the cookie %s, over TLS %s, as %s', (cookie, isSecure, expected) => {
  expect(hardenCookie(cookie, isSecure)).toBe(expected)
})

test.each([
  ['https://mc.example/auth/basic/login?next=%2Fkubeconfig', '/login'],
  ['https://mc.example/kratos/self-service/login?flow=1', '/api/.ory/self-service/login?flow=1'],
  ['/kratos/sessions', '/api/.ory/sessions'],
  ['https://mc.example/login?return_to=%2F#x', '/login?return_to=%2F#x'],
  ['https://elsewhere.example/kratos', 'https://elsewhere.example/kratos'],
  ['http://[', 'http://['],
])('rewrites a redirect to %s as %s', (location, expected) => {
  expect(rewriteRedirect(location, new URL('https://mc.example'))).toBe(expected)
})

const plain = [
  '/db/checks?id=eq.1',
  '/db/checks?name=eq.../../x',
  '/db/checks?name=eq.%2e%2e%2f',
  '/db/config_detail?select=*,a:b(c)',
  '/kratos/sessions/whoami',
  '/.well-known/x',
  '/a..b/...',
  '/..a',
  '/artifacts/a%2Fb%20c',
  '/100%25/x',
  '/100%2525',
]
test.each(plain)('accepts the unambiguous path %s', (path) => expect(isUnambiguousPath(path)).toBe(true))

const dots = ['.', '..', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '%25252e.', '..;', '..;a=b', '%2e']
const around = (dot: string) => [
  `/${dot}/x`,
  `/a/${dot}`,
  `/a/${dot}/../b?c`,
  `/a%2f${dot}%2fb`,
  `/a\\${dot}\\b`,
  `/a%5C${dot}`,
]
test.each([
  ...dots.flatMap(around),
  '/kratos/../db',
  '//evil.example/x',
  '/%2fevil.example/x',
  `/%${'25'.repeat(2000)}2e`,
  '/\\evil.example',
  '/a/..#b',
])('refuses the ambiguous path %s', (path) => expect(isUnambiguousPath(path)).toBe(false))
