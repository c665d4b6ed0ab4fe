import { canRunChecks, isAllowed, isDenied, runners } from '@/shared/access/access'
import { denies } from '@/shared/access/policy'
import { formatCount } from '@/shared/format'
import { checkPath } from '@/shared/pages/health'
import { describeDeniedRight, describeMissingAccess, describeMissingRight } from '@/lib/access/access-needed'
import { defineCommand } from '../command'
import { type CommandContext, readAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { destinationSlot, targetSlot, targetsSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./check.runs'))

/**
 * A run only adds to a check's history and can be stopped, so a few runs need no confirmation. More than this number
 * put load on the monitored systems.
 */
const MANY_RUNS = 25

const checkReadAvailability = (context: CommandContext) => readAvailability(context, 'canaries')

export const checkCommands = defineCommands([
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
    isUnlinkable: true,
  }),
  defineCommand({
    id: 'check.edit',
    title: 'Edit check',
    group: 'Health',
    keywords: 'change canary spec settings source origin',
    feature: 'settings.health',
    slots: { check: targetSlot('check') },
    available: (context) =>
      !context.isReadOnly &&
      (isAllowed(context, 'canaries', 'write') || describeMissingAccess(context, 'canaries', 'write')),
    effect: 'view',
    preview: ({ check: [one] }) => `Opens the canary of ${one?.label}, or names its source.`,
    run: runs((module) => module.openCheckEditor),
  }),
  defineCommand({
    id: 'check.explain',
    title: 'Run once and explain',
    group: 'Health',
    keywords: 'why reason cause debug trace dry run once test try request response rule verdict',
    feature: 'health',
    slots: { check: targetSlot('check') },
    available: (context) =>
      !context.isReadOnly &&
      context.deployment?.backend !== 'gateway' &&
      context.deployment?.only !== 'health' &&
      runAvailability(context),
    effect: 'view',
    opens: 'dialog',
    preview: ({ check: [one] }) =>
      `Runs ${one?.label} once, without saving the result. Shows the exchange and the deciding rule.`,
  }),
])

/** Whether the user may run checks and is online, or why not. */
export function runAvailability(context: CommandContext) {
  if (canRunChecks(context)) return context.online || 'You are offline.'
  const what = 'the right to run checks'
  const { permissions = [] } = context
  if (isDenied(context, 'canaries', 'read')) return describeMissingAccess(context, 'canaries', 'read')
  return denies(permissions, 'canaries', 'create')
    ? describeDeniedRight(what)
    : describeMissingRight(context, what, (role) => runners.has(role))
}
