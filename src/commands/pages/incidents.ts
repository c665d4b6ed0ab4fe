import { evidenceCommands } from '../areas/evidence'
import { incidentCommands } from '../areas/incidents'
import { reportCommands } from '../areas/reports'
import { addCommands } from '../registry'

addCommands([...incidentCommands, ...evidenceCommands, ...reportCommands])
