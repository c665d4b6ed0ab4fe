import { evidenceCommands } from '../../incidents/evidence'
import { copyCommands } from '../../shell/copy'
import { logCommands } from '../logs'
import { timeCommands } from '../../shell/time'
import { addCommands } from '../../registry'

addCommands([...logCommands, ...evidenceCommands, ...copyCommands, ...timeCommands])
