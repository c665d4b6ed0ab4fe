import { topologiesCommands } from '../../areas/topologies'
import { addCommands } from '../../registry'

addCommands(topologiesCommands)
