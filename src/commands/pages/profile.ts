import { sessionCommands } from '../areas/session'
import { addCommands } from '../registry'

addCommands(sessionCommands)
