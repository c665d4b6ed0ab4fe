import { defineCommand } from '../command'
import { choiceSlot, enumSlot } from '../slots'
import { defineCommands } from '../registry'

/** A command that the health page handles. */
const view = (id: string, title: string, keywords: string) =>
  defineCommand({ id, title, group: 'Health', keywords, feature: 'health', effect: 'view' })

export const healthCommands = defineCommands([
  view('health.hidePassing', 'Hide or show passing checks', 'only failing unhealthy problems healthy filter toggle'),
  defineCommand({
    id: 'health.pivot',
    title: 'Pivot checks',
    group: 'Health',
    keywords: 'pivot matrix cross table',
    feature: 'health',
    slots: {
      pivot: choiceSlot('pivot', 'Pivot by'),
      cells: { ...enumSlot('Cells show', ['health', 'uptime', 'latency']), ask: ({ pivot }) => pivot !== 'none' },
    },
    available: (context) => context.choices('pivot').length > 0,
    effect: 'view',
  }),
])
