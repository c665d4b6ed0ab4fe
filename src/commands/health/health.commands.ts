import { canRunChecks } from '@/shared/access/access'
import { formatCount } from '@/shared/format'
import { checkPath } from '@/shared/pages/health'
import { type CommandContext, readAvailability } from '../context'
import { defineCommand } from '../command'
import { lazyRuns } from '../lazy-runs'
import { formatTargetNames } from '../target-names'
import { choiceSlot, destinationSlot, enumSlot, targetsSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyRuns(() => import('./check.runs'))

/** A command that the health page handles. */
const view = (id: string, title: string, keywords: string) =>
  defineCommand({ id, title, group: 'Health', keywords, feature: 'health', effect: 'view' })

/**
 * A run only adds to a check's history and can be stopped, so a few runs need no confirmation. More than this number
 * put load on the monitored systems.
 */
const MANY_RUNS = 25

const checkReadAvailability = (context: CommandContext) => readAvailability(context, 'canaries')

export const healthCommands = defineCommands([
  defineCommand({
    id: 'check.open',
    title: 'Go to check',
    group: 'Health',
    keywords: 'jump find open show detail canary',
    feature: 'health',
    slots: { check: destinationSlot('check') },
    available: checkReadAvailability,
    effect: 'view',
    preview: ({ check }) => `Opens ${formatTargetNames(check)}.`,
    run({ check: [target] }, { navigate }) {
      if (target) navigate(checkPath(target.id))
    },
  }),
  defineCommand({
    id: 'check.run',
    title: 'Run check now',
    group: 'Health',
    keywords: 'execute test probe again retry rerun recheck',
    feature: 'health',
    slots: { checks: targetsSlot('check') },
    available: runAvailability,
    effect: 'change',
    // Checks also run on schedule.
    undo: 'needless',
    confirm: { above: MANY_RUNS },
    preview: ({ checks: list }) => `Runs ${formatTargetNames(list)} now, out of schedule.`,
    verb: ({ checks: list }) => `Run ${formatCount(list.length, 'check')}`,
    run: runs((module) => module.runChecks),
  }),
  defineCommand({
    id: 'check.runShown',
    title: 'Run all shown checks',
    group: 'Health',
    keywords: 'every execute test probe list',
    feature: 'health',
    available: (context) => !context.isReadOnly && runAvailability(context),
    // The command only calls `check.run` with the listed checks, and that command makes the change.
    effect: 'view',
  }),
  view('health.hidePassing', 'Hide or show passing checks', 'only failing unhealthy problems healthy filter toggle'),
  defineCommand({
    id: 'health.pivot',
    title: 'Pivot checks',
    group: 'Health',
    keywords: 'pivot matrix cross table',
    feature: 'health',
    slots: {
      pivot: choiceSlot('pivot', 'Pivot by'),
      cells: { ...enumSlot('Cells show', ['health', 'uptime', 'latency']), ask: ({ pivot }) => pivot !== 'none' },
    },
    available: (context) => context.choices('pivot').length > 0,
    effect: 'view',
  }),
])

/** Whether the user may run checks and is online, or why not. */
export function runAvailability(context: CommandContext) {
  return canRunChecks(context) ? context.online || 'You are offline.' : 'Your role may not run checks.'
}
