import { playbookCommands } from '../areas/playbook'
import { runCommands } from '../areas/runs'
import { addCommands } from '../registry'

addCommands([...playbookCommands, ...runCommands])
