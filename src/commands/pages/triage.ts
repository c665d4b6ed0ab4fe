import { triageCommands } from '../areas/triage'
import { addCommands } from '../registry'

addCommands(triageCommands)
