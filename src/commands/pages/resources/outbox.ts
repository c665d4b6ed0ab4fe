import { outboxCommands } from '../../areas/outbox'
import { addCommands } from '../../registry'

addCommands(outboxCommands)
