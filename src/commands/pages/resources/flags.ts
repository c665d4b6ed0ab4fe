import { flagCommands } from '../../areas/flags'
import { addCommands } from '../../registry'

addCommands(flagCommands)
