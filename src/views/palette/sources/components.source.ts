import {
  componentNames,
  findComponents,
  type FoundComponent,
  MOST_COMPONENT_NAMES,
} from '@/api/topology/find-components'
import { mayHaveTypo } from '@/api/word-conditions'
import { toHealthDot } from '@/lib/catalog/health-status'
import { kindWordsFor } from '@/lib/palette/kind-words'
import { failingWords, stateWordsFor } from '@/lib/palette/state-words'
import { dashboardPage } from '@/shared/pages/topology'
import { listFacts } from './facts'
import { keepNear } from '../typing-error'
import type { PaletteItem } from '../item'
import { indexQuery, type PaletteSource } from './source'

const words = [...kindWordsFor('component'), 'topology']

/** The names of up to a thousand components are loaded; a larger topology is also searched on the server. */
export default {
  id: 'components',
  section: 'Components',
  name: 'the components',
  characters: [],
  words,
  prompt: 'Search components',
  kind: 'component',
  feature: 'topology',
  area: 'topologies',
  page: dashboardPage,
  index: indexQuery(componentNames, componentItem),
  mostIndexed: MOST_COMPONENT_NAMES,
  remote: {
    async find(text, signal) {
      const items = (await findComponents(text, signal)).map(componentItem)
      if (items.length === 0 && mayHaveTypo(text))
        return keepNear((await findComponents(text, signal, { hasTypo: true })).map(componentItem), text)
      return items.toSorted((a, b) => Number(b.isUrgent ?? false) - Number(a.isUrgent ?? false))
    },
  },
} satisfies PaletteSource

/** Shows the stored health of the component only; the health of its children is computed on the topology page. */
function componentItem({ id, name, type, namespace, health: stored, status, parents }: FoundComponent): PaletteItem {
  const health = stored ? toHealthDot(stored) : undefined
  return {
    id,
    source: 'components',
    section: 'Components',
    title: name,
    group: 'Component',
    icon: 'topologies',
    effect: { is: 'thing', target: { kind: 'component', id, label: name } },
    hint: [type, parents.join(' / ') || namespace].filter(Boolean).join(' · '),
    keywords: [type, namespace, ...parents].filter(Boolean).join(' '),
    kindWords: words,
    ...(health === 'unhealthy' ? { aliases: failingWords } : {}),
    stateWords: stateWordsFor(health),
    facts: () =>
      listFacts({
        Type: type,
        Health: health,
        Status: status === stored ? null : status,
        Parents: parents.join(' / '),
        Namespace: namespace,
      }),
    ...(health && { health }),
    ...(health === 'unhealthy' ? { isUrgent: true } : {}),
  }
}
