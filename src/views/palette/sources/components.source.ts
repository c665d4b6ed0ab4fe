import { type FoundComponent, findComponents } from '@/api/topology/component-links'
import { toHealthDot } from '@/lib/catalog/health-status'
import type { PaletteItem } from '../item'
import type { PaletteSource } from './source'

/** Components, searched on the server like the catalog: a topology may have thousands. */
export default {
  id: 'components',
  section: 'Topology',
  name: 'the topology',
  characters: [],
  words: ['component', 'components', 'topology'],
  prompt: 'Search components',
  kind: 'component',
  feature: 'topology',
  area: 'topologies',
  isOnlyMode: true,
  remote: {
    async find(text, signal) {
      const items = (await findComponents(text, signal)).map(componentItem)
      return items.toSorted((a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false))
    },
  },
} satisfies PaletteSource

/** Shows the stored health of the component only; the health of its children is computed on the topology page. */
function componentItem({ id, name, type, namespace, health: stored }: FoundComponent): PaletteItem {
  const health = stored ? toHealthDot(stored) : undefined
  return {
    id,
    source: 'components',
    section: 'Topology',
    title: name,
    group: 'Component',
    effect: { is: 'thing', target: { kind: 'component', id, label: name } },
    ...(type && { hint: type }),
    keywords: [type, namespace].filter(Boolean).join(' '),
    ...(health && { health }),
    ...(health === 'unhealthy' ? { isUrgent: true } : {}),
  }
}
