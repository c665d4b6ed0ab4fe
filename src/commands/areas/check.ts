import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { command } from '../command'
import { lazyRuns } from '../lazy-runs'
import { oneTarget } from '../slots'

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
    preview: ({ check: [one] }) => `Opens the canary of ${one?.label}, or where it comes from.`,
    run: runs((of) => of.edit),
  }),
]
