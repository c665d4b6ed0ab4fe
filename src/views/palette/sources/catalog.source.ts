import { type ConfigFound, findConfigs } from '../../../api/catalog'
import { nameOfConfig } from '../../../lib/config-name'
import { dotOf } from '../../../lib/health-status'
import type { Item } from '../item'
import type { Source } from './source'

/** Config items, searched on the server: there may be tens of thousands, so none is loaded in advance. */
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
  // In the general search, every typed word would send a request that is rarely useful.
  isOnlyMode: true,
  remote: {
    async find(text, signal) {
      const items = (await findConfigs(text, signal)).map(configItem)
      return items.toSorted((a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false))
    },
  },
} satisfies Source

export function configItem(config: ConfigFound): Item {
  const label = nameOfConfig(config)
  const health = config.health ? dotOf(config.health) : undefined
  return {
    id: config.id,
    source: 'catalog',
    section: 'Catalog',
    title: label,
    group: 'Config',
    does: { is: 'thing', target: { kind: 'config', id: config.id, label } },
    hint: config.type,
    keywords: config.type,
    ...(health && { health }),
    ...(health === 'unhealthy' ? { isUrgent: true } : {}),
  }
}
