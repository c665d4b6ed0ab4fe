import { paths } from '../../lib/paths'
import { offerOfCatalog } from '../context'
import { choosingIn } from '../choosing'
import { command } from '../command'
import { destination, oneTarget } from '../slots'

const choosing = choosingIn({ group: 'Catalog', feature: 'config' })

export const catalogCommands = [
  command({
    id: 'config.open',
    title: 'Go to config item',
    group: 'Catalog',
    keywords: 'jump find open show configuration catalog resource summary overview details',
    feature: 'config',
    slots: { config: destination('config') },
    available: offerOfCatalog,
    effect: 'view',
    preview: ({ config: [one] }) => `Opens ${one?.label}.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(paths.config(one.id))
    },
  }),
  // Handled by the changes of a config item.
  choosing(
    'changes.relatives',
    'Include changes of related items',
    'relatives',
    'Related items',
    'recursive upstream downstream soft depth relationships parents children toggle'
  ),
  // Handled by lists of changes.
  command({
    id: 'changes.picture',
    title: 'Show or hide the timeline of changes',
    group: 'Catalog',
    keywords: 'picture chart lanes when graph toggle',
    feature: 'config',
    effect: 'view',
  }),
  command({
    id: 'config.insights',
    title: 'Show insights of config item',
    group: 'Catalog',
    keywords: 'findings analysis security cost problems',
    feature: 'config',
    slots: { config: oneTarget('config') },
    available: offerOfCatalog,
    effect: 'view',
    preview: ({ config: [one] }) => `Shows the insights of ${one?.label}.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(`${paths.config(one.id)}/insights`)
    },
  }),
  // Handled by the page of an item.
  command({
    id: 'config.format',
    title: 'Switch the format of the document',
    group: 'Catalog',
    keywords: 'config show as yaml json',
    feature: 'config',
    effect: 'view',
  }),
  command({
    id: 'go.catalog',
    title: 'Go to the catalog',
    group: 'Go',
    keywords: 'configuration configs items resources inventory',
    feature: 'config',
    available: offerOfCatalog,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.catalog),
  }),
  command({
    id: 'go.insights',
    title: 'Go to insights',
    group: 'Go',
    keywords: 'findings analysis security cost compliance problems',
    feature: 'config',
    available: offerOfCatalog,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.insights),
  }),
  command({
    id: 'go.catalogSummary',
    title: 'Go to the catalog summary',
    group: 'Go',
    keywords: 'configuration types kinds provider overview counts how many unhealthy cost',
    feature: 'config',
    available: offerOfCatalog,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.catalogSummary),
  }),
  command({
    id: 'go.changes',
    title: 'Go to the changes of the catalog',
    group: 'Go',
    keywords: 'what changed history diff deployments events recent config',
    feature: 'config',
    available: offerOfCatalog,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.changes),
  }),
  command({
    id: 'config.changes',
    title: 'Show the changes of a config item',
    group: 'Catalog',
    keywords: 'what changed history diff deployments events recent',
    feature: 'config',
    slots: { config: oneTarget('config') },
    available: offerOfCatalog,
    effect: 'view',
    preview: ({ config: [one] }) => `Lists the changes of ${one?.label} and its children.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(`${paths.config(one.id)}/changes`)
    },
  }),
]
