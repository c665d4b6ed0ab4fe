import { expect, test } from 'vitest'
import { parsePlaybookSpec } from './context'

const spec = (more: object, action: object = {}) => ({ ...more, actions: [{ name: 'a', exec: {}, ...action }] })

test.each([
  ['a run of more than a day', spec({ timeout: '24h1s' }), 'is longer than 24 hours'],
  ['an action of more than a day', spec({}, { timeout: '600h' }), 'is longer than 24 hours'],
  ['more than 100 retries', spec({}, { retry: { limit: 101 } }), '100'],
])('refuses %s', (_what, given, message) => {
  expect(() => parsePlaybookSpec(given)).toThrow(message)
})

test('accepts the longest timeouts and the most retries', () => {
  const given = spec({ timeout: '24h' }, { timeout: '1d', retry: { limit: 100 } })
  expect(parsePlaybookSpec(given)).toMatchObject({ timeout: 86_400_000, actions: [{ timeout: 86_400_000 }] })
})
