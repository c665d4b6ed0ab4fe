import { paths } from '../../lib/paths'
import { choosingIn } from '../choosing'
import { command } from '../command'
import { offerOfCatalog } from '../context'
import { oneTarget } from '../slots'

/** Handled by the relationships of an item, or by their graph. */
const view = (id: string, title: string, keywords: string) =>
  command({
    id,
    title,
    group: 'Catalog',
    keywords,
    feature: 'config',
    effect: 'view',
  })

const choosing = choosingIn({ group: 'Catalog', feature: 'config' })

export const relationshipCommands = [
  command({
    id: 'config.relationships',
    title: 'Show the relationships of a config item',
    group: 'Catalog',
    keywords: 'map graph dependencies depends parents children upstream downstream related topology',
    feature: 'config',
    slots: { config: oneTarget('config') },
    available: offerOfCatalog,
    effect: 'view',
    preview: ({ config: [one] }) => `Lists what ${one?.label} is related to.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(`${paths.config(one.id)}/relationships`)
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
  choosing('relations.depth', 'Choose how far relationships are followed', 'depth', 'Steps', 'depth distance far near'),
  view('relations.deeper', 'Follow relationships one step further', 'depth deeper more far'),
  view('relations.shallower', 'Follow relationships one step less', 'depth shallower fewer near'),
  view('relations.deleted', 'Show or hide deleted related items', 'include removed gone'),
  view('relations.layout', 'Switch between list and graph', 'map diagram tree layout relationships view'),
  view('graph.unfold', 'Unfold what is below a node', 'expand open children graph'),
  view('graph.fold', 'Fold what is below a node', 'collapse close children graph'),
  view('graph.fit', 'Show all of the graph', 'fit zoom whole overview'),
  view('graph.zoomIn', 'Enlarge the graph', 'zoom in bigger closer'),
  view('graph.zoomOut', 'Shrink the graph', 'zoom out smaller'),
  view('graph.panLeft', 'Move the view of the graph left', 'pan scroll'),
  view('graph.panRight', 'Move the view of the graph right', 'pan scroll'),
  view('graph.panUp', 'Move the view of the graph up', 'pan scroll'),
  view('graph.panDown', 'Move the view of the graph down', 'pan scroll'),
]
