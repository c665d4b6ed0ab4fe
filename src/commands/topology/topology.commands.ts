import { choiceCommandFactory } from '../choice-command'
import { defineCommand } from '../command'
import { defineCommands } from '../registry'

const group = 'Topology'
const feature = 'topology'
const choosing = choiceCommandFactory({ group, feature })

export const topologyCommands = defineCommands([
  // Handled by the dashboard.
  choosing(
    'topology.layout',
    'Show components as cards, a tree or a graph',
    'layout',
    'Show as',
    'view map picture diagram grid tiles table list layout'
  ),
  defineCommand({
    id: 'topology.hidden',
    title: 'Show or hide hidden components',
    group,
    keywords: 'include suppressed invisible',
    feature,
    effect: 'view',
  }),
])
