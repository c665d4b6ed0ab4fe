import { evidenceCommands } from '../areas/evidence'
import { copyCommands } from '../areas/copy'
import { logCommands } from '../areas/logs'
import { timeCommands } from '../areas/time'
import { addCommands } from '../registry'

addCommands([...logCommands, ...evidenceCommands, ...copyCommands, ...timeCommands])
