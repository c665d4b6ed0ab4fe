import { expect, test } from 'vitest'
import type { RunStepRow } from '@/api/playbooks/run'
import { describeRunProgress, toStepRows, describeStepRow, findCurrentStep } from './step-rows'
import { describeProgress } from './run-announcements'

const RUN = 'a'
const spec = { actions: [{ name: 'restart' }, { name: 'wait' }, { name: 'tell' }] }
const run = (status: string) => ({ id: RUN, status, end_time: null, spec })
const step = (id: string, name: string, status: string, more: Partial<RunStepRow> = {}): RunStepRow => ({
  id,
  name,
  status,
  playbook_run_id: RUN,
  ...more,
})

test('lists actions that were not started after the steps', () => {
  const rows = toStepRows(run('running'), [step('1', 'restart', 'completed'), step('2', 'wait', 'running')])
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['restart', 'completed'],
    ['wait', 'running'],
    ['tell', 'not started'],
  ])
  expect(describeRunProgress(rows)).toBe('1 of 3 steps done')
  expect(toStepRows(run('failed'), []).map(({ status }) => status)).toEqual(['not run', 'not run', 'not run'])
})

test('counts failed steps apart from those that are done', () => {
  const rows = toStepRows(run('failed'), [step('1', 'restart', 'completed'), step('2', 'wait', 'failed')])
  expect(describeRunProgress(rows)).toBe('1 of 3 steps done, 1 failed')
  expect(describeRunProgress([])).toBeUndefined()
})

test('marks steps of child runs and further attempts [PLAY-05]', () => {
  const rows = toStepRows(run('completed'), [
    step('1', 'restart', 'failed'),
    step('2', 'restart', 'completed', { retry_count: 1 }),
    step('3', 'restart', 'completed', { playbook_run_id: 'b', agent: { id: 'x', name: 'depot' } }),
  ])
  expect(rows.slice(0, 3).map(describeStepRow)).toEqual([
    'restart, failed',
    'restart, completed, attempt 2',
    'restart, completed, in a child run, on depot',
  ])
  expect(describeRunProgress(rows)).toBe('1 of 3 steps done')
})

test.each([
  ['the current step of a run in progress', 'running', ['completed', 'running'], '2'],
  ['the last step between two', 'scheduled', ['completed', 'completed'], '2'],
  ['no step before the first', 'scheduled', [], undefined],
  ['the failed step of a failed run', 'failed', ['completed', 'failed', 'completed'], '2'],
  ['the last step of a completed run', 'completed', ['completed', 'completed'], '2'],
])('shows %s initially', (_when, status, statuses, expected) => {
  const steps = statuses.map((one, at) => step(String(at + 1), `step ${at + 1}`, one))
  expect(findCurrentStep(run(status), toStepRows(run(status), steps))).toBe(expected)
})

test('ignores a failed attempt whose retry completed', () => {
  const steps = [step('1', 'restart', 'failed'), step('2', 'restart', 'completed'), step('3', 'wait', 'failed')]
  expect(findCurrentStep(run('failed'), toStepRows(run('failed'), steps))).toBe('3')
})

const at = (status: string, steps: readonly RunStepRow[]) => ({
  run: run(status),
  rows: toStepRows(run(status), steps),
})
const ended = (status: string, end: string | null = null) => ({ run: { ...run(status), end_time: end }, rows: [] })

test('announces only the start, each failure and the end', () => {
  const states = [
    at('scheduled', []),
    at('running', [step('1', 'restart', 'running')]),
    at('running', [step('1', 'restart', 'completed'), step('2', 'wait', 'running')]),
    at('running', [step('1', 'restart', 'completed'), step('2', 'wait', 'failed')]),
    at('scheduled', [step('1', 'restart', 'completed'), step('2', 'wait', 'failed')]),
    at('running', [step('1', 'restart', 'completed'), step('2', 'wait', 'failed'), step('3', 'tell', 'running')]),
    at('failed', [step('1', 'restart', 'completed'), step('2', 'wait', 'failed'), step('3', 'tell', 'completed')]),
    at('failed', [step('1', 'restart', 'completed'), step('2', 'wait', 'failed'), step('3', 'tell', 'completed')]),
  ]
  const announced = states.slice(1).map((now, before) => describeProgress('Restart', states[before] ?? now, now))
  expect(announced).toEqual([
    'Restart started.',
    undefined,
    'wait failed.',
    undefined,
    undefined,
    'Restart failed.',
    undefined,
  ])
})

test('announces an approval, and an end with an unknown status', () => {
  expect(describeProgress('Restart', ended('pending_approval'), ended('scheduled'))).toBe('Restart is approved.')
  expect(describeProgress('Restart', ended('running'), ended('timed_out'))).toBe('Restart timed out.')
  expect(describeProgress('Restart', ended('running'), ended('cancelled'))).toBe('Restart was cancelled.')
  expect(describeProgress('Restart', ended('running'), ended('evicted', '2026-11-21T05:11:08Z'))).toBe(
    'Restart ended: evicted.'
  )
  expect(describeProgress('Restart', ended('running'), ended('completed'))).toBe('Restart completed.')
})
