import { may } from '../lib/access'
import { command } from './command'
import { dialogs } from './dialogs'
import { oneTarget } from './slots'

export const playbookCommands = [
  command({
    id: 'playbook.run',
    title: 'Run playbook',
    group: 'Playbooks',
    keywords: 'execute action remedy fix restart automation runbook',
    slots: { target: oneTarget('check') },
    available: ({ roles, online, isReadOnly }) =>
      !isReadOnly && (may.runPlaybooks(roles) ? online || 'You are offline.' : 'Your role may not run playbooks.'),
    // It asks which, and with what; running it from there is what changes something.
    effect: 'view',
    preview: ({ target: [one] }) => `Asks which playbook to run for ${one?.label}.`,
    run({ target: [one] }) {
      if (one) dialogs.set({ is: 'playbook', target: one })
    },
  }),
]
