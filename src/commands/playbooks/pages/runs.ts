import { playbookCommands } from '../playbook'
import { runCommands } from '../runs'
import { addCommands } from '../../registry'

addCommands([...playbookCommands, ...runCommands])
