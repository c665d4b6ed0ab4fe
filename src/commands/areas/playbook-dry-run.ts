import { TYPED_PLAYBOOK, typedPlaybook } from '../../lib/typed-playbook'
import { command } from '../command'
import { typedSlot } from '../slots'

export const playbookDryRunCommands = [
  command({
    id: 'playbook.dryRun',
    title: 'Show what it applies to',
    group: 'Playbooks',
    keywords: 'dry run check test try selectors parameters matches editor typed',
    feature: 'playbooks',
    slots: { typed: typedSlot('Playbook', typedPlaybook, TYPED_PLAYBOOK) },
    available: (context, { typed: known }) => known !== undefined && (context.online || 'You are offline.'),
    effect: 'view',
    opens: 'dialog',
    preview: () => 'Looks for what the playbook selects as it is typed, and at what it would ask. Nothing is run.',
  }),
]
