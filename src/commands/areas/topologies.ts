import { command } from '../command'
import { offerToWrite } from '../context'
import { lazyRuns } from '../lazy-runs'
import { oneTarget } from '../slots'

const runs = lazyRuns(() => import('./topologies.runs'))

export const topologiesCommands = [
  command({
    id: 'topology.run',
    title: 'Run topology',
    group: 'Topology',
    keywords: 'now sync refresh components again',
    feature: 'settings.topology',
    slots: { topology: oneTarget('topology') },
    available: (context) => offerToWrite(context, 'topologies'),
    effect: 'change',
    // Topologies also run on schedule.
    undo: 'needless',
    preview: ({ topology: [one] }) => `Updates the components of ${one?.label} now, in addition to its schedule.`,
    run: runs((module) => module.run),
  }),
]
