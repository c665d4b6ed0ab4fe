import { configPage } from '@/shared/pages/catalog'
import { choiceCommandFactory } from '../choice-command'
import { defineCommand } from '../command'
import { catalogAvailability } from '../context'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

/** Handled by the relationships of a config item, or by their graph. */
const view = (id: string, title: string, keywords: string) =>
  defineCommand({
    id,
    title,
    group: 'Catalog',
    keywords,
    feature: 'config',
    effect: 'view',
  })

const choosing = choiceCommandFactory({ group: 'Catalog', feature: 'config' })

export const relationshipCommands = defineCommands([
  defineCommand({
    id: 'config.relationships',
    title: 'Show the relationships of a config item',
    group: 'Catalog',
    keywords: 'map graph dependencies depends parents children upstream downstream related topology',
    feature: 'config',
    slots: { config: targetSlot('config') },
    available: catalogAvailability,
    effect: 'view',
    preview: ({ config: [one] }) => `Lists the relationships of ${one?.label}.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(`${configPage.at(one.id)}/relationships`)
    },
  }),
  choosing(
    'relations.direction',
    'Choose the direction of relationships',
    'direction',
    'Direction',
    'upstream downstream incoming outgoing both'
  ),
  choosing(
    'relations.kinds',
    'Choose between hard and soft relationships',
    'relation',
    'Relationships',
    'incoming outgoing kind'
  ),
  choosing('relations.depth', 'Set how far relationships are followed', 'depth', 'Hops', 'steps distance far near'),
  view('relations.deeper', 'Follow relationships one hop further', 'depth steps deeper more far'),
  view('relations.shallower', 'Follow relationships one hop less', 'depth steps shallower fewer near'),
  view('relations.deleted', 'Show or hide deleted related items', 'include removed gone'),
  view('relations.layout', 'Switch between list and graph', 'map diagram tree layout relationships view'),
  view('graph.unfold', 'Expand graph node', 'unfold open children graph'),
  view('graph.fold', 'Collapse graph node', 'fold close children graph'),
  view('graph.fit', 'Fit graph to view', 'show all zoom whole overview'),
  view('graph.zoomIn', 'Zoom graph in', 'enlarge bigger closer'),
  view('graph.zoomOut', 'Zoom graph out', 'shrink smaller'),
  view('graph.panLeft', 'Pan graph left', 'move view scroll'),
  view('graph.panRight', 'Pan graph right', 'move view scroll'),
  view('graph.panUp', 'Pan graph up', 'move view scroll'),
  view('graph.panDown', 'Pan graph down', 'move view scroll'),
])
