import { peopleCommands } from '../../areas/people'
import { addCommands } from '../../registry'

addCommands(peopleCommands)
