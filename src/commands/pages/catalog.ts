import { catalogCommands } from '../areas/catalog'
import { addCommands } from '../registry'

addCommands(catalogCommands)
