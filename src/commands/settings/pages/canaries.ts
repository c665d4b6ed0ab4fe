import { canaryCommands } from '../canaries'
import { addCommands } from '../../registry'

addCommands(canaryCommands)
