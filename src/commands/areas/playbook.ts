import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { command } from '../command'
import { dialogs } from '../dialogs'
import { oneTarget } from '../slots'

export const playbookCommands = [
  command({
    id: 'playbook.run',
    title: 'Run playbook',
    group: 'Playbooks',
    keywords: 'execute action remedy fix restart automation runbook',
    slots: { target: oneTarget('check') },
    available: (context) =>
      !context.isReadOnly &&
      (may(context, 'playbook_runs', 'write')
        ? context.online || 'You are offline.'
        : accessNeeded('playbook_runs', 'write')),
    feature: 'playbooks',
    // It asks which, and with what; running it from there is what changes something.
    effect: 'view',
    preview: ({ target: [one] }) => `Asks which playbook to run for ${one?.label}.`,
    run({ target: [one] }) {
      if (one) dialogs.set({ is: 'playbook', target: one })
    },
  }),
]
