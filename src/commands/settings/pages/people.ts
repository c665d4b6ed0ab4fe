import { peopleCommands } from '../people'
import { addCommands } from '../../registry'

addCommands(peopleCommands)
