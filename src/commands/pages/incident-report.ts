import { reportCommands } from '../areas/reports'
import { addCommands } from '../registry'

addCommands(reportCommands)
