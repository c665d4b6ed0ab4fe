import { TYPED_PLAYBOOK, typedPlaybook } from '../../lib/typed-playbook'
import { command } from '../command'
import { typedSlot } from '../slots'

export const playbookDryRunCommands = [
  command({
    id: 'playbook.dryRun',
    title: 'Show matching resources',
    group: 'Playbooks',
    keywords: 'applies to dry run check test try selectors parameters matches editor typed',
    feature: 'playbooks',
    slots: { typed: typedSlot('Playbook', typedPlaybook, TYPED_PLAYBOOK) },
    available: (context, { typed: known }) => known !== undefined && (context.online || 'You are offline.'),
    effect: 'view',
    opens: 'dialog',
    preview: () => 'Lists the resources that the playbook in the editor selects, and its parameters. Nothing is run.',
  }),
]
