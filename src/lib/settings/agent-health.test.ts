import { expect, test } from 'vitest'
import { agentHealth, setMoment } from './agent-health'

const NOW = Date.parse('2026-11-20T10:00:00Z')

test.each([
  ['2026-11-20T09:59:00Z', 'online'],
  ['2026-11-20T09:58:59Z', 'online'],
  ['2026-11-20T09:58:58Z', 'offline'],
  ['2026-11-20T10:00:05Z', 'online'],
  [null, 'never'],
  [undefined, 'never'],
  ['0001-01-01T00:00:00Z', 'never'],
])('an agent that was last seen at %s is %s', (last_seen, health) => {
  expect(agentHealth({ last_seen }, NOW)).toBe(health)
})

test('ignores the zero time of Go', () => {
  expect(setMoment('0001-01-01 00:00:00+00')).toBeUndefined()
  expect(setMoment('2026-11-20T10:00:00Z')).toBe('2026-11-20T10:00:00Z')
})
