import { DRAFT_PLAYBOOK, draftPlaybookSchema } from '@/lib/playbooks/draft-playbook'
import { defineCommand } from '../command'
import { editorSlot } from '../slots'
import { defineCommands } from '../registry'

export const playbookDryRunCommands = defineCommands([
  defineCommand({
    id: 'playbook.dryRun',
    title: 'Show matching resources',
    group: 'Playbooks',
    keywords: 'applies to dry run check test try selectors parameters matches editor typed',
    feature: 'playbooks',
    slots: { typed: editorSlot('Playbook', draftPlaybookSchema, DRAFT_PLAYBOOK) },
    available: (context, { typed: known }) => known !== undefined && (context.online || 'You are offline.'),
    effect: 'view',
    opens: 'dialog',
    preview: () => 'Lists the resources that the playbook in the editor selects, and its parameters. Nothing is run.',
  }),
])
