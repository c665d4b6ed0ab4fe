import { evidenceCommands } from '../evidence'
import { incidentCommands } from '../incidents'
import { reportCommands } from '../reports'
import { addCommands } from '../../registry'

addCommands([...incidentCommands, ...evidenceCommands, ...reportCommands])
