import { expect, test } from 'vitest'
import { backendPath, redirectFrom } from './gateway'

test.each([
  ['/api/db/checks?id=eq.1', '/db/checks?id=eq.1'],
  ['/api/canary/api/summary', '/canary/api/summary'],
  ['/api/.ory/sessions/whoami', '/kratos/sessions/whoami'],
  ['/api/.oryx', '/.oryx'],
  ['/api/_health', undefined],
  ['/api', undefined],
  ['/apiary/x', undefined],
  ['/console-config.json', undefined],
])('%s is %s on the backend', (path, expected) => expect(backendPath(path)).toBe(expected))

test.each([
  ['https://mc.example/kratos/self-service/login?flow=1', '/api/.ory/self-service/login?flow=1'],
  ['/kratos/sessions', '/api/.ory/sessions'],
  ['https://mc.example/login?return_to=%2F#x', '/login?return_to=%2F#x'],
  ['https://elsewhere.example/kratos', 'https://elsewhere.example/kratos'],
  ['http://[', 'http://['],
])('a redirect to %s becomes %s', (location, expected) => {
  expect(redirectFrom(location, new URL('https://mc.example'))).toBe(expected)
})
