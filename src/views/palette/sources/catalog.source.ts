import { type ConfigName, findConfigs } from '../../../api/catalog'
import { nameOfConfig } from '../../../lib/config-name'
import type { Item } from '../item'
import type { Source } from './source'

/** There may be tens of thousands: they are searched by the server, and none is loaded before. */
export default {
  id: 'catalog',
  section: 'Catalog',
  name: 'the catalog',
  characters: [],
  words: ['catalog', 'config', 'configs'],
  prompt: 'Search the catalog',
  of: 'config',
  feature: 'config',
  area: 'database',
  // With every search it would be a request for each word typed, before one knows whether it is wanted.
  isOnlyMode: true,
  remote: { find: async (text, signal) => (await findConfigs(text, signal)).map(itemOf) },
} satisfies Source

function itemOf(config: ConfigName): Item {
  const label = nameOfConfig(config)
  return {
    id: config.id,
    source: 'catalog',
    section: 'Catalog',
    title: label,
    group: 'Config',
    does: { is: 'thing', target: { kind: 'config', id: config.id, label } },
    hint: config.type,
    keywords: config.type,
  }
}
