import { type ConfigFound, findConfigs } from '../../../api/catalog'
import { nameOfConfig } from '../../../lib/config-name'
import { dotOf } from '../../../lib/health-status'
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
