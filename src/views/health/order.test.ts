import { expect, test } from 'vitest'
import type { Check } from '../../api/checks'
import { problemsFirst, sentenceOf } from './order'

const check = (name: string, status: Check['status'], rest: Partial<Check> = {}): Check => ({
  id: name,
  name,
  type: 'http',
  status,
  uptime: { passed: 57, failed: 3 },
  latency: { p95: 431 },
  ...rest,
})

const list = problemsFirst([
  check('web-10', 'healthy'),
  check('web-9', 'healthy'),
  check('cache', 'unknown'),
  check('payments', 'unhealthy'),
  check('API', 'unhealthy'),
])

test('problems come first, then names as people sort them', () => {
  expect(list.map(({ name }) => name)).toEqual(['API', 'payments', 'cache', 'web-9', 'web-10'])
})

test('checks of one name keep their order whatever order the server has', () => {
  const twins = [check('b', 'healthy', { name: 'x' }), check('a', 'healthy', { name: 'x' })]
  expect(problemsFirst(twins)).toEqual(problemsFirst(twins.toReversed()))
})

test('a row reads as one sentence', () => {
  expect(sentenceOf(check('payments-api', 'unhealthy'))).toBe('payments-api, unhealthy, uptime 95.0%, latency 431 ms')
  const never = check('new', 'unknown', { uptime: { passed: 0, failed: 0 }, latency: {} })
  expect(sentenceOf(never)).toBe('new, unknown, never ran')
})
