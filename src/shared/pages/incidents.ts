import { definePage } from '../routing/page'

const access = { feature: 'incidents', areas: ['incident'], action: 'read' } as const

export const incidentsPage = definePage({
  path: '/incidents',
  title: 'Incidents',
  files: ['src/views/incidents/list/incidents.page.tsx'],
  access,
  nav: { icon: 'incidents', order: 3 },
  go: { id: 'go.incidents', title: 'Go to incidents', keywords: 'outage alert on-call triage', keys: 'g i' },
})

export const incidentPage = definePage({
  path: '/incidents/:id',
  kind: 'incident',
  title: 'Incident',
  files: ['src/views/incidents/detail/incident.page.tsx'],
  access,
})

/** A printable report of an incident. */
export const incidentReportPage = definePage({
  path: '/incidents/:id/report',
  title: 'Post-mortem',
  files: ['src/views/incidents/report/report.page.tsx'],
  access,
})
