import { resourceCommands } from '../areas/resources'
import { addCommands } from '../registry'

addCommands(resourceCommands)
