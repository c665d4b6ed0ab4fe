import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { command } from '../command'
import { lazyRuns } from '../lazy-runs'
import { oneTarget } from '../slots'
import { runOffer } from './health'

const runs = lazyRuns(() => import('./check.runs'))

export const checkCommands = [
  command({
    id: 'check.edit',
    title: 'Edit check',
    group: 'Health',
    keywords: 'change canary spec settings source origin',
    feature: 'settings.health',
    slots: { check: oneTarget('check') },
    available: (context) =>
      !context.isReadOnly && (may(context, 'canaries', 'write') || accessNeeded('canaries', 'write')),
    effect: 'view',
    preview: ({ check: [one] }) => `Opens the canary of ${one?.label}, or names its source.`,
    run: runs((module) => module.edit),
  }),
  command({
    id: 'check.explain',
    title: 'Run once and explain',
    group: 'Health',
    keywords: 'why reason cause debug trace dry run once test try request response rule verdict',
    feature: 'health',
    slots: { check: oneTarget('check') },
    available: (context) =>
      !context.isReadOnly &&
      context.deployment?.backend !== 'gateway' &&
      context.deployment?.only !== 'health' &&
      runOffer(context),
    effect: 'view',
    opens: 'dialog',
    preview: ({ check: [one] }) =>
      `Runs ${one?.label} once, without saving the result. Shows the exchange and the deciding rule.`,
  }),
]
