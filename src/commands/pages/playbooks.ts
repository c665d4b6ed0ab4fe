import { playbookCommands } from '../areas/playbook'
import { playbookDryRunCommands } from '../areas/playbook-dry-run'
import { runCommands } from '../areas/runs'
import { addCommands } from '../registry'

addCommands([...playbookCommands, ...playbookDryRunCommands, ...runCommands])
