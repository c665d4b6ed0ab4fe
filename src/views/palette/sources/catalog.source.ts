import { type FoundConfig, findConfigs } from '@/api/catalog/find-configs'
import { mayHaveTypo } from '@/api/word-conditions'
import { configItemName } from '@/lib/catalog/config-name'
import { toHealthDot } from '@/lib/catalog/health-status'
import { kindWordsFor, typeWordsFor } from '@/lib/palette/kind-words'
import { stateWordsFor } from '@/lib/palette/state-words'
import { catalogPage } from '@/shared/pages/catalog'
import { listFacts } from './facts'
import { keepNear } from '../typing-error'
import type { PaletteItem } from '../item'
import type { PaletteSource } from './source'

/** Config items, searched on the server: there may be tens of thousands, so none is loaded in advance. */
export default {
  id: 'catalog',
  section: 'Catalog',
  name: 'the catalog',
  characters: ['='],
  words: [...kindWordsFor('config'), 'catalog'],
  prompt: 'Search the catalog',
  kind: 'config',
  feature: 'config',
  area: 'database',
  page: catalogPage,
  remote: { find: (text, signal) => findConfigItems(text, signal) },
} satisfies PaletteSource

/** Config items as rows, those that fail first. @param type limits the search to one type */
export async function findConfigItems(text: string, signal: AbortSignal, type?: string): Promise<PaletteItem[]> {
  const limits = type === undefined ? {} : { type }
  const items = (await findConfigs(text, signal, limits)).map(toConfigItem)
  if (items.length === 0 && mayHaveTypo(text))
    return keepNear((await findConfigs(text, signal, { ...limits, hasTypo: true })).map(toConfigItem), text)
  return items.toSorted((a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false))
}

export function toConfigItem(config: FoundConfig): PaletteItem {
  const label = configItemName(config)
  const { type, tags, status } = config
  const health = config.health ? toHealthDot(config.health) : undefined
  const tag = (name: string) => (typeof tags?.[name] === 'string' ? tags[name] : undefined)
  const cluster = tag('cluster')
  const inCluster = tag('namespace')
  const place = [cluster ?? tag('account') ?? tag('depot'), inCluster ?? tag('region')]
  return {
    id: config.id,
    source: 'catalog',
    section: 'Catalog',
    title: label,
    group: 'Config',
    icon: 'catalog',
    effect: { is: 'thing', target: { kind: 'config', id: config.id, label } },
    hint: [type, place.filter(Boolean).join(' / '), status].filter(Boolean).join(' · '),
    keywords: [type, ...place].filter(Boolean).join(' '),
    kindWords: typeWordsFor(type),
    stateWords: stateWordsFor(health),
    facts: () => listFacts({ Type: type, Health: health, Status: status, Cluster: cluster, Namespace: inCluster }),
    ...(health && { health }),
    ...(health === 'unhealthy' ? { isUrgent: true } : {}),
  }
}
