import { isAllowed } from '@/shared/access/access'
import { describeMissingAccess } from '@/lib/access/access-needed'
import { defineCommand } from '../command'
import { lazyRuns } from '../lazy-runs'
import { targetSlot } from '../slots'
import { runAvailability } from './health.commands'
import { defineCommands } from '../registry'

const runs = lazyRuns(() => import('./check.runs'))

export const checkCommands = defineCommands([
  defineCommand({
    id: 'check.edit',
    title: 'Edit check',
    group: 'Health',
    keywords: 'change canary spec settings source origin',
    feature: 'settings.health',
    slots: { check: targetSlot('check') },
    available: (context) =>
      !context.isReadOnly && (isAllowed(context, 'canaries', 'write') || describeMissingAccess('canaries', 'write')),
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
