import { outboxCommands } from '../outbox'
import { addCommands } from '../../registry'

addCommands(outboxCommands)
