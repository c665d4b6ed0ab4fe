import { canaryCommands } from '../../areas/canaries'
import { addCommands } from '../../registry'

addCommands(canaryCommands)
