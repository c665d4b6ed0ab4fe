import { componentLinkCommands } from '../areas/component-links'
import { addCommands } from '../registry'

addCommands(componentLinkCommands)
