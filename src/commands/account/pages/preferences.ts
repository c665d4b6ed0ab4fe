import { preferenceCommands } from '../preferences'
import { addCommands } from '../../registry'

addCommands(preferenceCommands)
