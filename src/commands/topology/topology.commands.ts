import { choiceCommandFactory } from '../choice-command'
import { defineCommand } from '../command'
import { defineCommands } from '../registry'

const group = 'Topology'
const feature = 'topology'
const choosing = choiceCommandFactory({ group, feature })

/** Handled by the dashboard while there is something to open. */
const opening = (id: string, title: string, keywords: string) =>
  defineCommand({ id, title, group: 'Dashboard', keywords, feature, effect: 'view' })

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
  opening('topology.worstIncident', 'Open worst incident', 'severe blocker critical now outage'),
  opening('topology.failing', 'Show failing components', 'unhealthy warning now broken problems'),
  opening('topology.newestFailure', 'Open newest failure', 'latest outage now broken recent'),
])
