import { searchIncidents, type IncidentMatch } from '@/api/incidents/incident-search'
import { capital } from '@/shared/format'
import { isOver, normaliseSeverity } from '@/lib/incidents/incidents'
import type { PaletteItem } from '../item'
import type { PaletteSource } from './source'

/** Incidents, searched on the server: the search includes closed incidents, and their number grows daily. */
export default {
  id: 'incidents',
  section: 'Incidents',
  name: 'the incidents',
  characters: ['#'],
  words: ['incident', 'incidents'],
  prompt: 'Search incidents by number or title',
  kind: 'incident',
  feature: 'incidents',
  area: 'incident',
  isOnlyMode: true,
  // Incident numbers may have one digit, and open incidents are listed before the user types.
  remote: { isFew: true, find: async (text, signal) => (await searchIncidents(text, signal)).map(incidentItem) },
} satisfies PaletteSource

function incidentItem(incident: IncidentMatch): PaletteItem {
  const { id, incident_id: number, title, severity, status } = incident
  return {
    id,
    source: 'incidents',
    section: 'Incidents',
    title,
    group: 'Incident',
    effect: { is: 'thing', target: { kind: 'incident', id, label: title } },
    hint: [number, capital(normaliseSeverity(severity)), status].join(' · '),
    keywords: [number, severity, status].join(' '),
    aliases: [number, number.replace(/^\D+/, '')],
    ...(isOver(incident) ? {} : { isUrgent: true }),
  }
}
