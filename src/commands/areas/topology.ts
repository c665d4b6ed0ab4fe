import { paths } from '../../lib/paths'
import { choiceCommandFactory } from '../choice-command'
import { defineCommand } from '../command'
import { readAvailability } from '../context'

const group = 'Topology'
const feature = 'topology'
const choosing = choiceCommandFactory({ group, feature })

export const topologyCommands = [
  defineCommand({
    id: 'go.topology',
    title: 'Go to the dashboard',
    group: 'Go',
    keywords: 'topology home components services applications overview start',
    feature,
    available: (context) => readAvailability(context, 'topologies'),
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.topology),
  }),
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
]
