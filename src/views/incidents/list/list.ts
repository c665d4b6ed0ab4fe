import type { QueryClient } from '@tanstack/react-query'
import { type IncidentRow, incidentList } from '@/api/incidents/incident-list'
import { peopleChoices } from '@/api/incidents/responders'
import { capital } from '@/shared/format'
import {
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  isOver,
  incidentTypeLabel,
} from '@/lib/incidents/incidents'
import { prefetchListPage, definePagedList } from '../../shared/list/paged-list'

export const toIncidentTarget = ({ id, title }: Pick<IncidentRow, 'id' | 'title'>) =>
  ({ kind: 'incident', id, label: title }) as const

/** The default filter: incidents that are not over. */
const open = Object.fromEntries(
  incidentStatuses.filter((status) => !isOver({ status })).map((status) => [status, 'include' as const])
)

export const pagedIncidents = definePagedList({
  paging: 'pages',
  filters: [
    {
      field: 'status',
      label: 'Status',
      values: incidentStatuses.map((value) => ({ value, label: capital(value) })),
      initial: open,
    },
    {
      field: 'severity',
      label: 'Severity',
      values: incidentSeverities.map((value) => ({ value, label: capital(value) })),
    },
    {
      field: 'type',
      label: 'Type',
      values: incidentTypes.map((value) => ({ value, label: incidentTypeLabel(value) })),
    },
    { field: 'commander', label: 'Commander', known: peopleChoices },
    { field: 'component', label: 'Component', known: incidentList.components },
  ],
  targetOf: toIncidentTarget,
  page: incidentList.page,
  matching: async (query) => (await incidentList.matching(query)).map(toIncidentTarget),
})

export const prefetchIncidents = (queries: QueryClient): Promise<void> => prefetchListPage(queries, pagedIncidents)
