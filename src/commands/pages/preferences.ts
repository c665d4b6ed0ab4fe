import { preferenceCommands } from '../areas/preferences'
import { addCommands } from '../registry'

addCommands(preferenceCommands)
