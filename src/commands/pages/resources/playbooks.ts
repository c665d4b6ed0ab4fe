import { playbookDryRunCommands } from '../../areas/playbook-dry-run'
import { addCommands } from '../../registry'
import '../runs'

addCommands(playbookDryRunCommands)
