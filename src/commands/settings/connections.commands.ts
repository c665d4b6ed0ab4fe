import { defineCommand } from '../command'
import { writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./connections.runs'))

export const connectionCommands = defineCommands([
  defineCommand({
    id: 'connection.test',
    title: 'Test connection',
    group: 'Settings',
    keywords: 'try check credentials works reachable',
    feature: 'settings.connections',
    slots: { connection: targetSlot('connection') },
    available: (context) => writeAvailability(context, 'connections'),
    effect: 'change',
    // A test changes nothing that could be undone.
    undo: 'needless',
    preview: ({ connection: [one] }) => `Uses ${one?.label} as saved once, with the smallest possible request.`,
    run: runs((module) => module.test),
  }),
])
