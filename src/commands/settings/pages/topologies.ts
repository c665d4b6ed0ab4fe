import { topologiesCommands } from '../topologies'
import { addCommands } from '../../registry'

addCommands(topologiesCommands)
