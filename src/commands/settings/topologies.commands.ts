import { defineCommand } from '../command'
import { writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./topologies.runs'))

export const topologiesCommands = defineCommands([
  defineCommand({
    id: 'topology.run',
    title: 'Run topology',
    group: 'Topology',
    keywords: 'now sync refresh components again',
    feature: 'settings.topology',
    slots: { topology: targetSlot('topology') },
    available: (context) => writeAvailability(context, 'topologies'),
    effect: 'change',
    // Topologies also run on schedule.
    undo: 'needless',
    preview: ({ topology: [one] }) => `Updates the components of ${one?.label} now, in addition to its schedule.`,
    run: runs((module) => module.runTopologyNow),
  }),
])
