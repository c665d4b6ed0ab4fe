import { expect, test } from 'vitest'
import type { Action } from './playbook'
import { type Attempt, judged, nextStep, retryDelayMs } from './steps'

const a: Action = { name: 'a' }
const b: Action = { name: 'b' }
const onFailure: Action = { name: 'tell', if: 'failure()' }
const always: Action = { name: 'clean up', if: 'always()' }
const retried: Action = { name: 'r', retry: { limit: 2, duration: 1000 } }
const did = (name: string, status = 'completed', retries = 0): Attempt => ({ name, status, retries })

test.each<[string, Action[], Attempt[], string]>([
  ['begins with the first', [a, b], [], 'run a'],
  ['goes on with the next', [a, b], [did('a')], 'run b'],
  ['completes after the last', [a, b], [did('a'), did('b')], 'completed'],
  ['leaves out what follows a failure', [a, b], [did('a', 'failed')], 'failed'],
  ['goes to what is for failures', [a, b, onFailure], [did('a', 'failed')], 'run tell'],
  ['has failed even if what is for failures went well', [a, onFailure], [did('a', 'failed'), did('tell')], 'failed'],
  ['skips what is for failures when all is well', [a, onFailure], [did('a')], 'skip tell'],
  ['completes after something was skipped', [a, onFailure], [did('a'), did('tell', 'skipped')], 'completed'],
  ['goes on in order after what is for failures', [a, onFailure, b], [did('a', 'failed'), did('tell')], 'skip b'],
  ['always does what is for always', [a, always], [did('a', 'failed')], 'run clean up'],
  ['tries again', [retried], [did('r', 'failed')], 'run r 1'],
  ['tries again until the limit', [retried, b], [did('r', 'failed', 1)], 'run r 2'],
  ['gives up at the limit', [retried, b], [did('r', 'failed', 2)], 'failed'],
  ['forgives what went well in the end', [retried], [did('r', 'failed'), did('r', 'completed', 1)], 'completed'],
])('%s', (_name, actions, attempts, expected) => {
  const step = nextStep(actions, attempts)
  const told =
    step.is === 'ended' ? [step.status] : 'retries' in step ? [step.is, step.action.name, step.retries || ''] : []
  expect(told.join(' ').trim()).toBe(expected)
})

test('a condition that is an expression is to be evaluated, with how the run has gone', () => {
  const action = { name: 'b', if: 'params.x == "y"' }
  expect(nextStep([a, action], [did('a', 'failed')])).toEqual({
    is: 'judge',
    action,
    condition: 'params.x == "y"',
    hasFailed: true,
  })
})

test.each<[Parameters<typeof judged>[2], object]>([
  [{ kind: 'value', value: true, text: 'true', read: {} }, { is: 'run' }],
  [{ kind: 'value', value: false, text: 'false', read: {} }, { is: 'skip' }],
  [
    { kind: 'value', value: 3, text: '3', read: {} },
    { is: 'stuck', error: 'The condition c returns 3, not true or false.' },
  ],
  [
    { kind: 'failed', message: 'no such key' },
    { is: 'stuck', error: 'The condition c cannot be evaluated: no such key.' },
  ],
  [
    { kind: 'undecided', message: 'the function f' },
    { is: 'stuck', error: 'The condition c needs the function f, which the embedded backend does not have.' },
  ],
])('an answer %j decides about the action', (answer, expected) => {
  expect(judged(a, 'c', answer)).toMatchObject(expected)
})

test('each wait is longer by the multiplier, and by a part of the jitter', () => {
  const action = { name: 'r', retry: { limit: 3, duration: 1000, exponent: { multiplier: 2 }, jitter: 10 } }
  expect([1, 2, 3].map((retries) => retryDelayMs(action, retries, 0))).toEqual([1000, 2000, 4000])
  expect(retryDelayMs(action, 1, 0.5)).toBe(1050)
  expect(retryDelayMs({ name: 'r' }, 1, 1)).toBe(0)
})
