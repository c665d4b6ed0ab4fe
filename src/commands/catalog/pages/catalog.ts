import { catalogCommands } from '../catalog'
import { addCommands } from '../../registry'

addCommands(catalogCommands)
