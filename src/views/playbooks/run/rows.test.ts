import { expect, test } from 'vitest'
import type { Step } from '../../../api/run'
import { progressOfRun, rowsOf, sentenceOf, stepThatMatters } from './rows'
import { tellingOf } from './telling'

const RUN = 'a'
const spec = { actions: [{ name: 'restart' }, { name: 'wait' }, { name: 'tell' }] }
const run = (status: string) => ({ id: RUN, status, end_time: null, spec })
const step = (id: string, name: string, status: string, more: Partial<Step> = {}): Step => ({
  id,
  name,
  status,
  playbook_run_id: RUN,
  ...more,
})

test('what was not begun is listed after what was', () => {
  const rows = rowsOf(run('running'), [step('1', 'restart', 'completed'), step('2', 'wait', 'running')])
  expect(rows.map(({ name, status }) => [name, status])).toEqual([
    ['restart', 'completed'],
    ['wait', 'running'],
    ['tell', 'not begun'],
  ])
  expect(progressOfRun(rows)).toEqual({ done: 1, of: 3 })
  expect(rowsOf(run('failed'), []).map(({ status }) => status)).toEqual(['not run', 'not run', 'not run'])
})

test('steps of a run that it began, and further attempts, say so [PLAY-05]', () => {
  const rows = rowsOf(run('completed'), [
    step('1', 'restart', 'failed'),
    step('2', 'restart', 'completed', { retry_count: 1 }),
    step('3', 'restart', 'completed', { playbook_run_id: 'b', agent: { id: 'x', name: 'depot' } }),
  ])
  expect(rows.slice(0, 3).map(sentenceOf)).toEqual([
    'restart, failed',
    'restart, completed, attempt 2',
    'restart, completed, of a run that it began, on depot',
  ])
  expect(progressOfRun(rows)).toEqual({ done: 1, of: 3 })
})

test.each([
  ['while it runs, the one that it is at', 'running', ['completed', 'running'], '2'],
  ['between two, the last', 'scheduled', ['completed', 'completed'], '2'],
  ['before the first, none', 'scheduled', [], undefined],
  ['when it failed, the one that failed', 'failed', ['completed', 'failed', 'completed'], '2'],
  ['when it ended well, the last', 'completed', ['completed', 'completed'], '2'],
])('shown by itself is, %s', (_when, status, statuses, expected) => {
  const steps = statuses.map((one, at) => step(String(at + 1), `step ${at + 1}`, one))
  expect(stepThatMatters(run(status), rowsOf(run(status), steps))).toBe(expected)
})

test('an attempt that was made up for is not what matters', () => {
  const steps = [step('1', 'restart', 'failed'), step('2', 'restart', 'completed'), step('3', 'wait', 'failed')]
  expect(stepThatMatters(run('failed'), rowsOf(run('failed'), steps))).toBe('3')
})

const at = (status: string, steps: readonly Step[]) => ({ run: run(status), rows: rowsOf(run(status), steps) })
const ended = (status: string, end: string | null = null) => ({ run: { ...run(status), end_time: end }, rows: [] })

test('told is the beginning, each failure and the end, and nothing between', () => {
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
  const said = states.slice(1).map((now, before) => tellingOf('Restart', states[before] ?? now, now))
  expect(said).toEqual([
    'Restart has begun.',
    undefined,
    'wait failed.',
    undefined,
    undefined,
    'Restart failed.',
    undefined,
  ])
})

test('an approval, and an end that nobody knows, are told in their own words', () => {
  expect(tellingOf('Restart', ended('pending_approval'), ended('scheduled'))).toBe('Restart is approved.')
  expect(tellingOf('Restart', ended('running'), ended('timed_out'))).toBe('Restart timed out.')
  expect(tellingOf('Restart', ended('running'), ended('cancelled'))).toBe('Restart was cancelled.')
  expect(tellingOf('Restart', ended('running'), ended('evicted', '2026-11-21T05:11:08Z'))).toBe(
    'Restart ended: evicted.'
  )
  expect(tellingOf('Restart', ended('running'), ended('completed'))).toBe('Restart completed.')
})
