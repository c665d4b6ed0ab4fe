import { playbookCommands } from '../areas/playbook'
import { addCommands } from '../registry'

addCommands(playbookCommands)
