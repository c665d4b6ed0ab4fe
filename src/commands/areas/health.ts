import { checks, type RunResult, runMessage } from '../../api/checks'
import { mayRunChecks } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { asSentence, formatCount, formatNames } from '../../lib/format'
import { paths } from '../../lib/paths'
import { partly, toEach } from '../bulk'
import { type Context, mayLookAt } from '../context'
import { command, type Outcome, type Target } from '../command'
import { choice, destination, oneOf, targets } from '../slots'

/** A command that the health page handles. */
const view = (id: string, title: string, keywords: string) =>
  command({ id, title, group: 'Health', keywords, feature: 'health', effect: 'view' })

/** Running a check changes nothing but its history, and what runs can be stopped; more than these load what they look at. */
const MANY_RUNS = 25

export const healthCommands = [
  command({
    id: 'check.open',
    title: 'Go to check',
    group: 'Health',
    keywords: 'jump find open show detail canary',
    feature: 'health',
    slots: { check: destination('check') },
    available: readOffer,
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
    keywords: 'execute test probe again retry rerun recheck',
    feature: 'health',
    slots: { checks: targets('check') },
    available: runOffer,
    effect: 'change',
    confirm: { above: MANY_RUNS },
    preview: ({ checks: list }) => `Runs ${names(list)} now, out of schedule.`,
    verb: ({ checks: list }) => `Run ${formatCount(list.length, 'check')}`,
    async run({ checks: list }, effects) {
      const bulk = await toEach(list, effects, ({ id }) => effects.mutate(checks.runNow(), id))
      const [only] = bulk.done
      if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
      if (list.length === 1 && only) return outcomeOfOne(only.item, only.value)
      if (bulk.failed.length === 0) return ranMany(bulk.done)
      return partly(bulk, `Ran ${bulk.done.length} of ${list.length} checks.`, 'Not run', 'check.run?checks=')
    },
  }),
  command({
    id: 'check.runShown',
    title: 'Run all shown checks',
    group: 'Health',
    keywords: 'every execute test probe list',
    feature: 'health',
    available: (context) => !context.isReadOnly && runOffer(context),
    // It only calls `check.run` with the listed checks; that command makes the change.
    effect: 'view',
  }),
  view('health.hidePassing', 'Hide or show passing checks', 'only failing unhealthy problems healthy filter toggle'),
  command({
    id: 'health.pivot',
    title: 'Spread checks over columns',
    group: 'Health',
    keywords: 'pivot matrix cross table',
    feature: 'health',
    slots: {
      pivot: choice('pivot', 'Pivot by'),
      cells: { ...oneOf('Cells show', ['health', 'uptime', 'latency']), ask: ({ pivot }) => pivot !== 'none' },
    },
    available: (context) => context.choices('pivot').length > 0,
    effect: 'view',
  }),
  command({
    id: 'go.health',
    title: 'Go to Health',
    group: 'Go',
    keywords: 'checks canaries monitors home dashboard overview',
    feature: 'health',
    available: readOffer,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.health),
  }),
]

/** Whether checks may be read. */
function readOffer(context: Context) {
  return mayLookAt(context, 'canaries') || accessNeeded('canaries', 'read')
}

/** Whether checks may be run by this person, and there is a connection. */
export function runOffer(context: Context) {
  return mayRunChecks(context) ? context.online || 'You are offline.' : 'Your role may not run checks.'
}

const names = (list: readonly Target[]) => formatNames(list.map(({ label }) => label))

/** A failing check is a bad result, not an error: the run itself has worked. */
function outcomeOfOne({ label }: Target, result: RunResult | undefined): Outcome {
  if (!result) return { said: `Ran ${label}.` }
  if (result.pass) return { said: `Ran ${label}: healthy.` }
  const words = runMessage(result)
  if (result.invalid) return { said: asSentence(`Could not run ${label}${words ? `: ${words}` : ''}`), bad: true }
  return { said: `Ran ${label}: unhealthy${words ? ` (${words})` : ''}.`, bad: true }
}

function ranMany(runs: readonly { item: Target; value: RunResult | undefined }[]): Outcome {
  const ran = `Ran ${formatCount(runs.length, 'check')}`
  // What could not be run is not known to fail.
  const failing = runs.filter(({ value }) => value && !value.pass && !value.invalid).map(({ item }) => item)
  const unknown = runs.filter(({ value }) => value?.invalid && !value.pass).map(({ item }) => item)
  const parts = [
    ...(failing.length > 0 ? [`${failing.length} failing (${names(failing)})`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} unknown (${names(unknown)})`] : []),
  ]
  return parts.length === 0 ? { said: `${ran}.` } : { said: `${ran}: ${parts.join(', ')}.`, bad: true }
}
