import { relationshipCommands } from '../areas/relationships'
import { addCommands } from '../registry'

addCommands(relationshipCommands)
