import { accessNeeded } from '../../lib/access-needed'
import { paths } from '../../lib/paths'
import { type Context, mayUse } from '../context'
import { command } from '../command'
import { choice, destination, oneTarget } from '../slots'

/** Whether the catalog may be read; public pages have none. */
const readOffer = (context: Context) =>
  !context.isReadOnly && (mayUse(context, 'database', 'read') || accessNeeded('database', 'read'))

export const catalogCommands = [
  command({
    id: 'config.open',
    title: 'Go to config item',
    group: 'Catalog',
    keywords: 'jump find open show configuration catalog resource',
    feature: 'config',
    slots: { config: destination('config') },
    available: readOffer,
    effect: 'view',
    preview: ({ config: [one] }) => `Opens ${one?.label}.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(paths.config(one.id))
    },
  }),
  // Handled by the changes of an item.
  command({
    id: 'changes.relatives',
    title: 'Include changes of related items',
    group: 'Catalog',
    keywords: 'recursive upstream downstream soft depth relationships parents children toggle',
    feature: 'config',
    slots: { relatives: choice('relatives', 'Of which items') },
    available: (context) => context.choices('relatives').length > 0,
    effect: 'view',
  }),
  // Handled by lists of changes.
  command({
    id: 'changes.picture',
    title: 'Show or hide the timeline of changes',
    group: 'Catalog',
    keywords: 'picture chart lanes when graph toggle',
    feature: 'config',
    available: (context) => context.handler('changes.picture') !== undefined,
    effect: 'view',
  }),
  command({
    id: 'config.insights',
    title: 'Show insights of config item',
    group: 'Catalog',
    keywords: 'findings analysis security cost problems',
    feature: 'config',
    slots: { config: oneTarget('config') },
    available: readOffer,
    effect: 'view',
    preview: ({ config: [one] }) => `Shows what was found about ${one?.label}.`,
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
    available: (context) => context.handler('config.format') !== undefined,
    effect: 'view',
  }),
  command({
    id: 'go.catalog',
    title: 'Go to the catalog',
    group: 'Go',
    keywords: 'configuration configs items resources inventory',
    feature: 'config',
    available: readOffer,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.catalog),
  }),
  command({
    id: 'go.insights',
    title: 'Go to insights',
    group: 'Go',
    keywords: 'findings analysis security cost compliance problems',
    feature: 'config',
    available: readOffer,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.insights),
  }),
  command({
    id: 'go.catalogSummary',
    title: 'Go to the catalog summary',
    group: 'Go',
    keywords: 'configuration types kinds provider overview counts how many unhealthy cost',
    feature: 'config',
    available: readOffer,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.catalogSummary),
  }),
  command({
    id: 'go.changes',
    title: 'Go to the changes of the catalog',
    group: 'Go',
    keywords: 'what changed history diff deployments events recent config',
    feature: 'config',
    available: readOffer,
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
    available: readOffer,
    effect: 'view',
    preview: ({ config: [one] }) => `Lists what changed in ${one?.label} and in what is part of it.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(`${paths.config(one.id)}/changes`)
    },
  }),
]
