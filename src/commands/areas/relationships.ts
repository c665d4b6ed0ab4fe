import { accessNeeded } from '../../lib/access-needed'
import { paths } from '../../lib/paths'
import { command } from '../command'
import { type Context, mayUse } from '../context'
import { choice, oneTarget } from '../slots'

const readOffer = (context: Context) =>
  !context.isReadOnly && (mayUse(context, 'database', 'read') || accessNeeded('database', 'read'))

/** Handled by the relationships of an item, or by their graph. */
const view = (id: string, title: string, keywords: string) =>
  command({
    id,
    title,
    group: 'Catalog',
    keywords,
    feature: 'config',
    available: (context) => context.handler(id) !== undefined,
    effect: 'view',
  })

const choosing = (id: string, title: string, name: string, label: string, keywords: string) =>
  command({
    id,
    title,
    group: 'Catalog',
    keywords,
    feature: 'config',
    slots: { [name]: choice(name, label) },
    available: (context) => context.choices(name).length > 0,
    effect: 'view',
  })

export const relationshipCommands = [
  command({
    id: 'config.relationships',
    title: 'Show the relationships of a config item',
    group: 'Catalog',
    keywords: 'map graph dependencies depends parents children upstream downstream related topology',
    feature: 'config',
    slots: { config: oneTarget('config') },
    available: readOffer,
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
