import { timelineCommands } from '../timeline'
import { addCommands } from '../../registry'

addCommands(timelineCommands)
