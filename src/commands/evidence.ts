import { may } from '../lib/access'
import { formatNames } from '../lib/format'
import { command } from './command'
import { dialogs } from './dialogs'
import { targets } from './slots'

export const evidenceCommands = [
  command({
    id: 'evidence.link',
    title: 'Add to incident',
    group: 'Incidents',
    keywords: 'link attach evidence hypothesis new incident open report declare',
    slots: { sources: targets('check') },
    available: ({ roles, online, isReadOnly }) =>
      !isReadOnly && (may.writeIncidents(roles) ? online || 'You are offline.' : 'Your role may not write incidents.'),
    // It asks to which, and why; adding it from there is what changes something.
    effect: 'view',
    preview: ({ sources }) => `Asks to which incident ${formatNames(sources.map(({ label }) => label))} belongs.`,
    run: ({ sources }) => dialogs.set({ is: 'evidence', sources }),
  }),
]
