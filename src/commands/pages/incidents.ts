import { evidenceCommands } from '../areas/evidence'
import { incidentCommands } from '../areas/incidents'
import { addCommands } from '../registry'

addCommands([...incidentCommands, ...evidenceCommands])
