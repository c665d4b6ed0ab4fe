import { sessionCommands } from '../session'
import { addCommands } from '../../registry'

addCommands(sessionCommands)
