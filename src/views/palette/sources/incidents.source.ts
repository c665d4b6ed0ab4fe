import { findNamed, type IncidentNamed } from '../../../api/incident-search'
import { capital } from '../../../lib/format'
import { isOver, severityOf } from '../../../lib/incidents'
import type { Item } from '../item'
import type { Source } from './source'

/** Searched by the server: closed ones are found, too, and there are more of them every day. */
export default {
  id: 'incidents',
  section: 'Incidents',
  name: 'the incidents',
  characters: ['#'],
  words: ['incident', 'incidents'],
  prompt: 'Search incidents by number or title',
  of: 'incident',
  feature: 'incidents',
  area: 'incident',
  isOnlyMode: true,
  // A number may have one digit, and those that are open are wanted before anything is typed.
  remote: { isFew: true, find: async (text, signal) => (await findNamed(text, signal)).map(incidentItem) },
} satisfies Source

function incidentItem(incident: IncidentNamed): Item {
  const { id, incident_id: number, title, severity, status } = incident
  return {
    id,
    source: 'incidents',
    section: 'Incidents',
    title,
    group: 'Incident',
    does: { is: 'thing', target: { kind: 'incident', id, label: title } },
    hint: [number, capital(severityOf(severity)), status].join(' · '),
    keywords: [number, severity, status].join(' '),
    aliases: [number, number.replace(/^\D+/, '')],
    ...(isOver(incident) ? {} : { isUrgent: true }),
  }
}
