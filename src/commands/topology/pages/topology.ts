import { topologyCommands } from '../topology'
import { addCommands } from '../../registry'

addCommands(topologyCommands)
