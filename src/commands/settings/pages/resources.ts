import { resourceCommands } from '../resources'
import { addCommands } from '../../registry'

addCommands(resourceCommands)
