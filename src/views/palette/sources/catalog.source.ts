import { type FoundConfig, findConfigs } from '@/api/catalog/catalog'
import { configItemName } from '@/lib/catalog/config-name'
import { toHealthDot } from '@/lib/catalog/health-status'
import type { PaletteItem } from '../item'
import type { PaletteSource } from './source'

/** Config items, searched on the server: there may be tens of thousands, so none is loaded in advance. */
export default {
  id: 'catalog',
  section: 'Catalog',
  name: 'the catalog',
  characters: [],
  words: ['catalog', 'config', 'configs'],
  prompt: 'Search the catalog',
  kind: 'config',
  feature: 'config',
  area: 'database',
  // In the general search, every typed word would send a request that is rarely useful.
  isOnlyMode: true,
  remote: {
    async find(text, signal) {
      const items = (await findConfigs(text, signal)).map(toConfigItem)
      return items.toSorted((a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false))
    },
  },
} satisfies PaletteSource

export function toConfigItem(config: FoundConfig): PaletteItem {
  const label = configItemName(config)
  const health = config.health ? toHealthDot(config.health) : undefined
  return {
    id: config.id,
    source: 'catalog',
    section: 'Catalog',
    title: label,
    group: 'Config',
    effect: { is: 'thing', target: { kind: 'config', id: config.id, label } },
    hint: config.type,
    keywords: config.type,
    ...(health && { health }),
    ...(health === 'unhealthy' ? { isUrgent: true } : {}),
  }
}
