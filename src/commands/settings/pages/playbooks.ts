import { playbookDryRunCommands } from '../../playbooks/playbook-dry-run'
import { addCommands } from '../../registry'
import '../../playbooks/pages/runs'

addCommands(playbookDryRunCommands)
