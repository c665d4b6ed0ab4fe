import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { eventually } from '../helpers/eventually'
import { hasEnded } from '../helpers/processes'
import {
  addPlaybookByApi,
  findRepeatedActions,
  killedRuns,
  postJson,
  findUnrecordedActions,
} from '../helpers/killed-runs'

// Kills the real, built program in the middle of runs and starts it again on its data.

test(
  'ends every run after kill -9: fails interrupted actions with a reason, continues the rest, and repeats nothing',
  { timeout: 240_000 },
  async () => {
    const report = await killedRuns({ kills: 2, runs: 12, moment: (kill) => [0.3, 0.7][kill] ?? 0.5 })
    expect(report.runs).toHaveLength(24)
    expect(findRepeatedActions(report)).toEqual([])
    expect(findUnrecordedActions(report)).toEqual([])
    // The number of runs in progress when it was killed depends on timing.
    expect(report.runs.filter(({ status }) => status !== 'completed' && status !== 'failed')).toEqual([])
    const failed = report.runs.filter(({ status }) => status === 'failed')
    for (const { error } of failed) expect(error).toBe('The console stopped while this run was in progress.')
    // Four are executed at once, so at most four were in progress.
    expect(failed.length).toBeLessThanOrEqual(8)
    // A completed run has done all of its actions.
    for (const { id } of report.runs.filter(({ status }) => status === 'completed'))
      expect(report.actions.filter((one) => one.playbook_run_id === id && one.status === 'completed')).toHaveLength(4)
    expect(report.actions.filter(({ status }) => !['completed', 'failed'].includes(status))).toEqual([])
  }
)

test('ends a program started by an action, with all its children, after kill -9', { timeout: 120_000 }, async () => {
  const data = temporaryFolder()
  onTestFinished(() => data.remove())
  const running = await startConsole(['--data', data.path, '--empty', '--allow-exec'])
  onTestFinished(async () => void (await running.stop()))
  const pids = join(data.path, 'pids')
  const script = `(while :; do sleep 0.1; done) & echo $! $$ > ${pids}; while :; do sleep 0.1; done`
  const playbook = await addPlaybookByApi(running.url, [{ name: 'it', exec: { script } }])
  await postJson(running.url, '/api/playbook/run', { id: playbook })
  const started = await eventually(() => {
    const found = readFileSync(pids, 'utf8').trim().split(' ').map(Number)
    expect(found).toHaveLength(2)
    return found
  })
  expect(started.map(hasEnded)).toEqual([false, false])
  // It responds once it has done everything that starting a program requires.
  await fetch(`${running.url}/api/_health`)
  await running.stop('SIGKILL')
  await eventually(() => expect(started.map(hasEnded)).toEqual([true, true]))
})
