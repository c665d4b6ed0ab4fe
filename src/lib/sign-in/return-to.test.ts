import { expect, test } from 'vitest'
import { addReturnTo } from './add-return-to'
import { resolveRedirect, resolveReturnTo } from './return-to'

const origin = 'https://console.example.com'
const home = `${origin}/`

test.each([
  ['nothing', undefined],
  ['null', null],
  ['empty text', ''],
])('%s redirects to the home page [AUTH-21]', (_what, asked) => {
  expect(resolveReturnTo(asked, origin)).toBe(home)
})

test.each([
  ['/health?checkId=a&timeRange=1h#x', `${origin}/health?checkId=a&timeRange=1h#x`],
  [`${origin}/topology`, `${origin}/topology`],
  ['health', `${origin}/health`],
  ['/profile-settings?flow=a', `${origin}/profile-settings?flow=a`],
  // An escaped backslash is an ordinary character of the path.
  ['/%5Cevil.example', `${origin}/%5Cevil.example`],
  ['https:evil', `${origin}/evil`],
  ['/a/../../b', `${origin}/b`],
  ['/login-history', `${origin}/login-history`],
])('accepts %j as an address of this console', (asked, expected) => {
  expect(resolveReturnTo(asked, origin)).toBe(expected)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  'https://evil.example/',
  'http://console.example.com/',
  'https://console.example.com.evil.example/',
  'https://console.example.com@evil.example/',
  'https://user:word@console.example.com/',
  'https://console.example.com:8443/',
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,hi',
  'blob:https://console.example.com/a',
  'https://',
  // The address has this origin, but its path alone would be another host.
  '/.//evil.example',
  `/${'a'.repeat(10_000)}`,
])('redirects %j to the home page', (asked) => {
  expect(resolveReturnTo(asked, origin)).toBe(home)
})

test.each([
  '/login',
  '/login/',
  '/LOGIN?return_to=/login?return_to=/login',
  '/%6cogin',
  '/registration?x',
  '/error#a',
  '/auth-state-checker',
  '/health/../login',
])('redirects %j to the home page instead of a loop', (asked) => {
  expect(resolveReturnTo(asked, origin)).toBe(home)
})

test.each([
  ['/login?aal=aal2', `${origin}/login?aal=aal2`],
  ['https://accounts.provider.example/authorize?a=b', 'https://accounts.provider.example/authorize?a=b'],
  ['http://accounts.provider.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['https://a:b@provider.example/', undefined],
  [undefined, undefined],
])('accepts a redirect of a service to %j: %j', (asked, expected) => {
  expect(resolveRedirect(asked, origin)).toBe(expected)
})

test('encodes the return address once', () => {
  expect(addReturnTo('/login', '/health?labels=a:1&x=%20#y')).toBe(
    '/login?return_to=%2Fhealth%3Flabels%3Da%3A1%26x%3D%2520%23y'
  )
  expect(addReturnTo('/login?aal=aal2', '/health')).toBe('/login?aal=aal2&return_to=%2Fhealth')
  expect(addReturnTo('/login', '/')).toBe('/login')
})
