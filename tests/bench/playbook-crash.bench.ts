import { findRepeatedActions, killedRuns, findUnrecordedActions } from '../helpers/killed-runs'

const KILLS = 20
const RUNS = 50

/** Kills the real program in the middle of 50 runs, 20 times on one data folder, and reports the state of the runs. */
export async function bench(): Promise<Record<string, string>> {
  const report = await killedRuns({ kills: KILLS, runs: RUNS, moment: () => 0.05 + Math.random() * 0.9 })
  const { runs, settledMs } = report
  const count = (wanted: string) => String(runs.filter(({ status }) => status === wanted).length)
  const ended = new Set(['completed', 'failed', 'cancelled', 'timed_out'])
  const failed = runs.filter(({ status }) => status === 'failed')
  return {
    'kill -9 in the middle of 50 runs': `${KILLS} times`,
    'runs afterwards': String(runs.length),
    completed: count('completed'),
    'failed, under way when it was killed': count('failed'),
    'of these without a reason': String(failed.filter(({ error }) => !error).length),
    'not ended': String(runs.filter(({ status }) => !ended.has(status)).length),
    'actions done twice': String(findRepeatedActions(report).length),
    'actions said to be done, and not': String(findUnrecordedActions(report).length),
    'slowest until all had ended': `${(Math.max(...settledMs) / 1000).toFixed(1)} s`,
  }
}
