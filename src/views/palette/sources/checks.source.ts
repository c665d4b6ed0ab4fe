import type { QueryClient } from '@tanstack/react-query'
import { type Check, checks, uptimePercent } from '@/api/health/checks'
import { recentRuns } from '@/api/health/recent-runs'
import { toHealthDot } from '@/lib/catalog/health-status'
import { kindWordsFor } from '@/lib/palette/kind-words'
import { failingWords, stateWordsFor } from '@/lib/palette/state-words'
import { healthPage } from '@/shared/pages/health'
import { formatPercent } from '@/shared/format'
import type { ItemFact, PaletteItem } from '../item'
import { indexQuery, type PaletteSource } from './source'

const words = kindWordsFor('check')

export default {
  id: 'checks',
  section: 'Checks',
  name: 'the checks',
  characters: ['!'],
  words,
  prompt: 'Search checks',
  kind: 'check',
  feature: 'health',
  area: 'canaries',
  page: healthPage,
  index: indexQuery(checks.summary, itemOf),
} satisfies PaletteSource

/** The properties of a check that the lists have loaded, with the failure message if a list has requested it. */
function factsOf(check: Check, client: QueryClient): readonly ItemFact[] {
  const { id, status, severity, namespace, last_transition_time: since, last_runtime: ran } = check
  const failure = client.getQueryData(recentRuns.failure(id).queryKey)
  const percent = uptimePercent(check)
  return [
    { label: 'State', text: severity ? `${status}, severity ${severity}` : status },
    ...(since ? [{ label: 'Since', at: since }] : []),
    ...(status === 'unhealthy' && failure ? [{ label: 'Message', text: failure }] : []),
    ...(ran ? [{ label: 'Last run', at: ran }] : []),
    ...(percent === null ? [] : [{ label: 'Uptime in the last hour', text: formatPercent(percent) }]),
    ...(namespace ? [{ label: 'Namespace', text: namespace }] : []),
  ]
}

function itemOf(check: Check): PaletteItem {
  const { id, name, type, namespace, canary_name, description, status } = check
  return {
    id,
    source: 'checks',
    section: 'Checks',
    title: name,
    group: 'Check',
    icon: 'health',
    effect: { is: 'thing', target: { kind: 'check', id, label: name } },
    hint: [type, namespace, canary_name !== name && canary_name].filter(Boolean).join(' · '),
    keywords: [type, namespace, canary_name, description, 'checks'].filter(Boolean).join(' '),
    aliases: [...(namespace ? [`${namespace}/${name}`] : []), ...(status === 'unhealthy' ? failingWords : [])],
    kindWords: words,
    stateWords: stateWordsFor(toHealthDot(status)),
    health: status,
    facts: (client) => factsOf(check, client),
    ...(status === 'unhealthy' ? { isUrgent: true } : {}),
  }
}
