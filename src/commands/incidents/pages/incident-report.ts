import { reportCommands } from '../reports'
import { addCommands } from '../../registry'

addCommands(reportCommands)
