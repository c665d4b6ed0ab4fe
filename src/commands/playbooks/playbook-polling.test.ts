import { expect, test } from 'vitest'
import type { RunState } from '@/api/playbooks/playbooks'
import { pollRun, runOutcome } from './playbook-polling'

const state = (status: string, more: Partial<RunState> = {}): RunState => ({
  status,
  playbook_run_actions: [],
  ...more,
})
const NAME = '“Restart” for checkout'

test.each([
  [state('running'), undefined],
  [state('retrying'), undefined],
  [state('pending_approval'), { message: '“Restart” for checkout is awaiting approval.' }],
  [state('completed'), { message: '“Restart” for checkout completed.' }],
  [state('failed'), { message: '“Restart” for checkout failed.', isFailure: true }],
  [
    state('failed', { error: 'The run no longer exists.' }),
    { message: '“Restart” for checkout failed: The run no longer exists.', isFailure: true },
  ],
  [
    state('failed', { playbook_run_actions: [{ name: 'ask', status: 'failed', error: 'refused' }] }),
    { message: '“Restart” for checkout failed: ask: refused.', isFailure: true },
  ],
  [
    state('timed_out', { error: 'too long' }),
    { message: '“Restart” for checkout timed out: too long.', isFailure: true },
  ],
  [state('cancelled'), { message: '“Restart” for checkout was cancelled.', isFailure: true }],
])('%j is reported as %j', (run, outcome) => expect(runOutcome(NAME, run)).toEqual(outcome))

/** Follows a run through these states. The last one repeats. */
function follow(...states: (RunState | null | Error)[]) {
  let looked = 0
  const look = async () => {
    const next = states[Math.min(looked++, states.length - 1)]
    if (next instanceof Error) throw next
    return next ?? null
  }
  const waits: number[] = []
  const outcome = pollRun(NAME, { look, wait: async (ms) => void waits.push(ms) })
  return outcome.then((said) => ({ message: said?.message, waited: waits.length }))
}

test('polls a run until it has ended', async () => {
  expect(await follow(state('scheduled'), state('running'), state('completed'))).toEqual({
    message: '“Restart” for checkout completed.',
    waited: 2,
  })
})

test('polls again after a failed request', async () => {
  expect(await follow(new Error('busy'), state('running'), new Error('busy'), state('pending_approval'))).toEqual({
    message: '“Restart” for checkout is awaiting approval.',
    waited: 3,
  })
})

test.each([
  ['does not exist', [null], 0],
  ['is deleted', [state('running'), null], 1],
  ['cannot be read', [state('running'), new Error('gone')], 60],
  ['takes longer than a minute', [state('running')], 60],
])('announces nothing about a run that %s', async (_why, states, waited) => {
  expect(await follow(...states)).toEqual({ message: undefined, waited })
})
