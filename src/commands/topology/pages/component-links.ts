import { componentLinkCommands } from '../component-links'
import { addCommands } from '../../registry'

addCommands(componentLinkCommands)
