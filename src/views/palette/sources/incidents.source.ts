import {
  type IncidentMatch,
  MOST_RECENT_INCIDENTS,
  recentIncidents,
  searchIncidents,
} from '@/api/incidents/incident-search'
import { mayHaveTypo } from '@/api/word-conditions'
import { isOver, normaliseSeverity } from '@/lib/incidents/incidents'
import { kindWordsFor } from '@/lib/palette/kind-words'
import { incidentsPage } from '@/shared/pages/incidents'
import { capital } from '@/shared/format'
import { listFacts } from './facts'
import { keepNear } from '../typing-error'
import type { PaletteItem } from '../item'
import { indexQuery, type PaletteSource } from './source'

const words = kindWordsFor('incident')

/** The newest incidents are loaded; the others, which include closed ones of all times, are searched on the server. */
export default {
  id: 'incidents',
  section: 'Incidents',
  name: 'the incidents',
  characters: ['#'],
  words,
  prompt: 'Search incidents by number or title',
  kind: 'incident',
  feature: 'incidents',
  area: 'incident',
  page: incidentsPage,
  index: indexQuery(recentIncidents, incidentItem),
  mostIndexed: MOST_RECENT_INCIDENTS,
  // Incident numbers may have one digit, and open incidents are listed before the user types.
  remote: {
    isFew: true,
    async find(text, signal) {
      const found = (await searchIncidents(text, signal)).map(incidentItem)
      if (found.length > 0 || !mayHaveTypo(text)) return found
      return keepNear((await searchIncidents(text, signal, { hasTypo: true })).map(incidentItem), text)
    },
  },
} satisfies PaletteSource

/** Words for what an incident of a type does to users. */
const symptoms: Readonly<Record<string, string>> = {
  availability: 'down outage unavailable',
  performance: 'slow latency',
  security: 'breach leak vulnerable',
  cost: 'expensive',
}

function incidentItem(incident: IncidentMatch): PaletteItem {
  const { id, incident_id: number, title, severity, status, type } = incident
  const isOpen = !isOver(incident)
  return {
    id,
    source: 'incidents',
    section: 'Incidents',
    title,
    group: 'Incident',
    icon: 'incidents',
    effect: { is: 'thing', target: { kind: 'incident', id, label: title } },
    hint: [number, capital(status), capital(normaliseSeverity(severity))].join(' · '),
    keywords: [number, severity, status, type, symptoms[type ?? '']].filter(Boolean).join(' '),
    aliases: [number, number.replace(/^\D+/, '')],
    kindWords: words,
    facts: () =>
      listFacts({
        Number: number,
        Status: capital(status),
        Severity: capital(normaliseSeverity(severity)),
        Type: type,
      }),
    stateWords: isOpen ? ['open', 'active', 'ongoing'] : [],
    ...(isOpen ? { isUrgent: true } : {}),
  }
}
