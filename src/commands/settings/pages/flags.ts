import { flagCommands } from '../flags'
import { addCommands } from '../../registry'

addCommands(flagCommands)
