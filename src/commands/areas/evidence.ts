import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { formatNames } from '../../lib/format'
import { command } from '../command'
import { dialogs } from '../dialogs'
import { targets } from '../slots'

export const evidenceCommands = [
  command({
    id: 'evidence.link',
    title: 'Add to incident',
    group: 'Incidents',
    keywords: 'link attach evidence hypothesis new incident open report declare',
    slots: { sources: targets('check') },
    available: (context) =>
      !context.isReadOnly &&
      (may(context, 'evidences', 'write') ? context.online || 'You are offline.' : accessNeeded('evidences', 'write')),
    feature: 'incidents',
    // It asks to which, and why; adding it from there is what changes something.
    effect: 'view',
    preview: ({ sources }) => `Asks to which incident ${formatNames(sources.map(({ label }) => label))} belongs.`,
    run: ({ sources }) => dialogs.set({ is: 'evidence', sources }),
  }),
]
