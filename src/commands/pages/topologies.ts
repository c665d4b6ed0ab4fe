import { topologyCommands } from '../areas/topologies'
import { addCommands } from '../registry'

addCommands(topologyCommands)
