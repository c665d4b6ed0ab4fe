import { topologyCommands } from '../areas/topology'
import { addCommands } from '../registry'

addCommands(topologyCommands)
