import { expect, test } from 'vitest'
import type { CheckerTools } from './checkers/checker'
import { createPlanner } from './planned-checks'
import { evaluateHere } from '../../tests/helpers/evaluate-here'

const tools: CheckerTools = { now: () => new Date(), allowExec: false, ping: undefined, evaluate: evaluateHere }
const spec = {}
const plan = (type: string, schedule: unknown, more: Partial<CheckerTools> = {}) =>
  createPlanner({ ...tools, ...more })({ type, spec, schedule, interval: undefined })

test('runs a check on the schedule of its canary', () => {
  expect(plan('http', '@every 30s')).toEqual({ schedule: { kind: 'every', everyMs: 30_000 }, isReminder: false })
})

test.each([
  ['kubernetes', {}, 'not run by the embedded backend'],
  ['exec', {}, '--allow-exec'],
  ['icmp', {}, 'the program ping'],
])('%s: records once an hour why it is not run', (type, more, message) => {
  expect(plan(type, '@every 30s', more)).toEqual({
    schedule: { kind: 'every', everyMs: 3_600_000 },
    isReminder: true,
    problem: { kind: 'notRun', message: expect.stringContaining(message) },
  })
})

test.each([
  ['exec', { allowExec: true }],
  ['icmp', { ping: '/bin/ping' }],
])('%s: runs where it can', (type, more) => expect(plan(type, '@every 30s', more)).not.toHaveProperty('problem'))

test('records the reason for an unsupported check, regardless of other checks of its type and schedule', () => {
  const planOf = createPlanner(tools)
  const check = { type: 'http', schedule: '@every 30s', interval: undefined }
  expect(planOf({ ...check, spec: { url: 'http://x' } }).isReminder).toBe(false)
  expect(planOf({ ...check, spec: { url: 'http://x', transform: { javascript: 'json' } } })).toMatchObject({
    isReminder: true,
    problem: { kind: 'notRun', message: expect.stringContaining('transform.javascript of http checks') },
  })
  expect(planOf({ ...check, spec: {}, heldBack: 'suspended' }).problem).toEqual({
    kind: 'notRun',
    message: 'suspended',
  })
})

test('fails a check with an invalid schedule, with the error as a sentence', () => {
  expect(plan('http', 'sometimes').problem).toEqual({
    kind: 'invalid',
    error: expect.stringContaining('"sometimes" is neither'),
  })
})

test('parses a schedule once for all checks that share it, regardless of their type', () => {
  const planOf = createPlanner(tools)
  const first = planOf({ type: 'http', spec, schedule: '0 3 * * *', interval: undefined })
  expect(planOf({ type: 'tcp', spec, schedule: '0 3 * * *', interval: undefined })).toBe(first)
  expect(planOf({ type: 'http', spec, schedule: undefined, interval: '0 3 * * *' })).not.toBe(first)
})
