import { checks, type RunResult, wordsOf } from '../api/checks'
import { may } from '../lib/access'
import { asSentence, formatCount, formatNames } from '../lib/format'
import { paths } from '../lib/paths'
import { settleAll } from '../lib/pool'
import { command, type Outcome, type Target } from './command'
import { destination, targets } from './slots'

/** Enough to be quick, few enough not to crowd out the schedule. */
const RUNS_AT_ONCE = 4

export const healthCommands = [
  command({
    id: 'check.open',
    title: 'Go to check',
    group: 'Health',
    keywords: 'jump find open show detail canary',
    slots: { check: destination('check') },
    effect: 'view',
    preview: ({ check }) => `Opens ${names(check)}.`,
    run({ check: [target] }, { navigate }) {
      if (target) navigate(paths.check(target.id))
    },
  }),
  command({
    id: 'check.run',
    title: 'Run check now',
    group: 'Health',
    keywords: 'execute test probe again retry',
    slots: { checks: targets('check') },
    available: ({ roles, online }) =>
      may.runChecks(roles) ? online || 'You are offline.' : 'Your role may not run checks.',
    effect: 'change',
    confirm: 'many',
    preview: ({ checks: list }) => `Runs ${names(list)} now, out of schedule.`,
    verb: ({ checks: list }) => `Run ${formatCount(list.length, 'check')}`,
    async run({ checks: list }, { mutate, progress }) {
      progress(0, list.length)
      const settled = await settleAll(
        list,
        RUNS_AT_ONCE,
        ({ id }) => mutate(checks.runNow(), id),
        (done) => progress(done, list.length)
      )
      const failed = settled.flatMap((s) => ('error' in s ? [s] : []))
      const [only] = settled
      if (list.length === 1 && failed[0]) throw failed[0].error
      if (list.length === 1 && only && 'value' in only) return ranOne(only.item, only.value)
      if (failed.length === 0) return ranMany(settled.flatMap((s) => ('value' in s ? [s] : [])))
      const written = failed.map(({ item }) => `check:${item.id}`).join(',')
      return {
        said: `Ran ${list.length - failed.length} of ${list.length} checks. Not run: ${names(failed.map((f) => f.item))}.`,
        bad: true,
        next: [{ title: `Retry ${failed.length} failed`, call: `check.run?checks=${written}` }],
      }
    },
  }),
  command({
    id: 'go.health',
    title: 'Go to Health',
    group: 'Go',
    keywords: 'checks canaries monitors home',
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.health),
  }),
]

const names = (list: readonly Target[]) => formatNames(list.map(({ label }) => label))

/** A check that fails has run well: the run is good news or bad, not an error of the console. */
function ranOne({ label }: Target, result: RunResult | undefined): Outcome {
  if (!result) return { said: `Ran ${label}.` }
  if (result.pass) return { said: `Ran ${label}: healthy.` }
  const words = wordsOf(result)
  if (result.invalid) return { said: asSentence(`Could not run ${label}${words ? `: ${words}` : ''}`), bad: true }
  return { said: `Ran ${label}: unhealthy${words ? ` (${words})` : ''}.`, bad: true }
}

function ranMany(runs: readonly { item: Target; value: RunResult | undefined }[]): Outcome {
  const unhealthy = runs.filter(({ value }) => value && !value.pass).map(({ item }) => item)
  const ran = `Ran ${formatCount(runs.length, 'check')}`
  if (unhealthy.length === 0) return { said: `${ran}.` }
  return { said: `${ran}. Unhealthy: ${names(unhealthy)}.`, bad: true }
}
