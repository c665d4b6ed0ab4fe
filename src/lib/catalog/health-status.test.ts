import { expect, test } from 'vitest'
import { toHealthDot } from './health-status'

test.each([
  ['degraded', 'unhealthy'],
  ['missing', 'unhealthy'],
  ['unhealthy', 'unhealthy'],
  ['unknown', 'unknown'],
  ['suspended', 'unknown'],
  ['warning', 'warning'],
  ['mixed', 'warning'],
  ['healthy', 'healthy'],
  ['Running', 'healthy'],
  ['Degraded', 'unhealthy'],
])('renders %s as %s', (status, dot) => {
  expect(toHealthDot(status)).toBe(dot)
})
