import { configPage } from '@/shared/pages/catalog'
import { catalogAvailability } from '../context'
import { choiceCommandFactory } from '../choice-command'
import { defineCommand } from '../command'
import { destinationSlot, targetSlot } from '../slots'
import { defineCommands } from '../registry'

const choosing = choiceCommandFactory({ group: 'Catalog', feature: 'config' })

export const catalogCommands = defineCommands([
  defineCommand({
    id: 'config.open',
    title: 'Go to config item',
    group: 'Catalog',
    keywords: 'jump find open show configuration catalog resource summary overview details',
    feature: 'config',
    slots: { config: destinationSlot('config') },
    available: catalogAvailability,
    effect: 'view',
    preview: ({ config: [one] }) => `Opens ${one?.label}.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(configPage.at(one.id))
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
  defineCommand({
    id: 'changes.picture',
    title: 'Show or hide the timeline of changes',
    group: 'Catalog',
    keywords: 'picture chart lanes when graph toggle',
    feature: 'config',
    effect: 'view',
  }),
  defineCommand({
    id: 'config.insights',
    title: 'Show insights of config item',
    group: 'Catalog',
    keywords: 'findings analysis security cost problems',
    feature: 'config',
    slots: { config: targetSlot('config') },
    available: catalogAvailability,
    effect: 'view',
    preview: ({ config: [one] }) => `Shows the insights of ${one?.label}.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(`${configPage.at(one.id)}/insights`)
    },
  }),
  // Handled by the page of an item.
  defineCommand({
    id: 'config.format',
    title: 'Switch the format of the document',
    group: 'Catalog',
    keywords: 'config show as yaml json',
    feature: 'config',
    effect: 'view',
  }),
  defineCommand({
    id: 'config.changes',
    title: 'Show the changes of a config item',
    group: 'Catalog',
    keywords: 'what changed history diff deployments events recent',
    feature: 'config',
    slots: { config: targetSlot('config') },
    available: catalogAvailability,
    effect: 'view',
    preview: ({ config: [one] }) => `Lists the changes of ${one?.label} and its children.`,
    run({ config: [one] }, { navigate }) {
      if (one) navigate(`${configPage.at(one.id)}/changes`)
    },
  }),
])
