import { defineCommand } from '../command'
import { readAvailability } from '../context'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

export const eventQueueCommands = defineCommands([
  defineCommand({
    id: 'queue.open',
    title: 'Show the waiting events',
    group: 'Event queue',
    keywords: 'errors failed pending attempts properties',
    feature: 'settings.event_queue_status',
    slots: { events: targetSlot('queuedevent') },
    available: (context) => !context.isReadOnly && readAvailability(context, 'database'),
    effect: 'view',
    opens: 'dialog',
  }),
])
