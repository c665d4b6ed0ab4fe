import { expect, test } from 'vitest'
import { doneTwice, killedRuns, untold } from '../helpers/killed-runs'

// The real program, built, is killed in the middle of runs and started again on its data.

test(
  'after kill -9 every run ends: what was under way has failed and says so, the rest goes on, and nothing is done twice',
  { timeout: 240_000 },
  async () => {
    const report = await killedRuns({ kills: 2, runs: 12, moment: (kill) => [0.3, 0.7][kill] ?? 0.5 })
    expect(report.runs).toHaveLength(24)
    expect(doneTwice(report)).toEqual([])
    expect(untold(report)).toEqual([])
    expect([...new Set(report.runs.map(({ status }) => status))].toSorted()).toEqual(['completed', 'failed'])
    const failed = report.runs.filter(({ status }) => status === 'failed')
    for (const { error } of failed) expect(error).toBe('The console stopped while this run was under way.')
    // Four at once are carried out, so no more than four were under way.
    expect(failed.length).toBeLessThanOrEqual(8)
    // A run that completed has done all of it.
    for (const { id } of report.runs.filter(({ status }) => status === 'completed'))
      expect(report.actions.filter((one) => one.playbook_run_id === id && one.status === 'completed')).toHaveLength(4)
    expect(report.actions.filter(({ status }) => !['completed', 'failed'].includes(status))).toEqual([])
  }
)
