import { triageCommands } from '../triage'
import { addCommands } from '../../registry'

addCommands(triageCommands)
