import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { paths } from '../../lib/paths'
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
    leadsTo: paths.canary(''),
    slots: { check: oneTarget('check') },
    available: (context) =>
      !context.isReadOnly && (may(context, 'canaries', 'write') || accessNeeded('canaries', 'write')),
    effect: 'view',
    preview: ({ check: [one] }) => `Says where ${one?.label} comes from, and opens that where it is in the console.`,
    run: runs((of) => of.edit),
  }),
]
