import { expect, test } from 'vitest'
import type { PlaybookAction } from './playbook'
import { type ActionAttempt, decideByAnswer, nextStep, retryDelayMs } from './steps'

const a: PlaybookAction = { name: 'a' }
const b: PlaybookAction = { name: 'b' }
const onFailure: PlaybookAction = { name: 'tell', if: 'failure()' }
const always: PlaybookAction = { name: 'clean up', if: 'always()' }
const retried: PlaybookAction = { name: 'r', retry: { limit: 2, duration: 1000 } }
const did = (name: string, status = 'completed', retries = 0): ActionAttempt => ({ name, status, retries })

test.each<[string, PlaybookAction[], ActionAttempt[], string]>([
  ['starts with the first action', [a, b], [], 'run a'],
  ['continues with the next action', [a, b], [did('a')], 'run b'],
  ['completes after the last action', [a, b], [did('a'), did('b')], 'completed'],
  ['omits actions after a failure', [a, b], [did('a', 'failed')], 'failed'],
  ['runs a failure() action after a failure', [a, b, onFailure], [did('a', 'failed')], 'run tell'],
  ['has failed even if the failure() action completed', [a, onFailure], [did('a', 'failed'), did('tell')], 'failed'],
  ['skips a failure() action without a failure', [a, onFailure], [did('a')], 'skip tell'],
  ['completes after a skipped action', [a, onFailure], [did('a'), did('tell', 'skipped')], 'completed'],
  ['continues in order after a failure() action', [a, onFailure, b], [did('a', 'failed'), did('tell')], 'skip b'],
  ['runs an always() action after a failure', [a, always], [did('a', 'failed')], 'run clean up'],
  ['retries a failed action', [retried], [did('r', 'failed')], 'run r 1'],
  ['retries until the limit', [retried, b], [did('r', 'failed', 1)], 'run r 2'],
  ['fails at the limit', [retried, b], [did('r', 'failed', 2)], 'failed'],
  ['completes when a retry completed', [retried], [did('r', 'failed'), did('r', 'completed', 1)], 'completed'],
])('%s', (_name, actions, attempts, expected) => {
  const step = nextStep(actions, attempts)
  const words =
    step.is === 'ended' ? [step.status] : 'retries' in step ? [step.is, step.action.name, step.retries || ''] : []
  expect(words.join(' ').trim()).toBe(expected)
})

test('requires the evaluation of a condition that is an expression, with the state of the run', () => {
  const action = { name: 'b', if: 'params.x == "y"' }
  expect(nextStep([a, action], [did('a', 'failed')])).toEqual({
    is: 'judge',
    action,
    condition: 'params.x == "y"',
    hasFailed: true,
  })
})

test.each<[Parameters<typeof decideByAnswer>[2], object]>([
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
    { is: 'stuck', error: 'The condition c needs the function f, which the embedded backend does not support.' },
  ],
])('the answer %j decides about the action', (answer, expected) => {
  expect(decideByAnswer(a, 'c', answer)).toMatchObject(expected)
})

test('extends each wait by the multiplier and part of the jitter', () => {
  const action = { name: 'r', retry: { limit: 3, duration: 1000, exponent: { multiplier: 2 }, jitter: 10 } }
  expect([1, 2, 3].map((retries) => retryDelayMs(action, retries, 0))).toEqual([1000, 2000, 4000])
  expect(retryDelayMs(action, 1, 0.5)).toBe(1050)
  expect(retryDelayMs({ name: 'r' }, 1, 1)).toBe(1000)
})
