import { timelineCommands } from '../areas/timeline'
import { addCommands } from '../registry'

addCommands(timelineCommands)
