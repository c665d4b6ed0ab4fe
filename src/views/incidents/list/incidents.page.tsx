import '@/commands/incidents/evidence.commands'
import '@/commands/incidents/incidents.commands'
import '@/commands/incidents/reports.commands'
import { useLocation } from 'wouter'
import type { IncidentRow } from '@/api/incidents/incident-list'
import { isOver, normaliseSeverity } from '@/lib/incidents/incidents'
import { incidentPage } from '@/shared/pages/incidents'
import { Notice } from '@/ui/notice'
import { CommandButton } from '../../shared/commands/command-button'
import { ListPage } from '../../shared/list/list-page'
import { usePagedList } from '../../shared/list/paged-list'
import { incidentColumns, describeIncident } from './columns'
import { pagedIncidents, toIncidentTarget } from './list'

export { prefetchIncidents as prefetch } from './list'

/** Milliseconds between refreshes of the list. */
const POLL_MS = 15_000

/** The list of incidents, filtered by default to those that are not over. */
export default function IncidentsView() {
  const [, navigate] = useLocation()
  const source = usePagedList(pagedIncidents, POLL_MS)
  return (
    <ListPage<IncidentRow>
      title="Incidents"
      of="incident"
      source={source}
      columns={incidentColumns}
      targetOf={toIncidentTarget}
      sentenceOf={describeIncident}
      filteredBy={filteredBy}
      isProblem={(row) => !isOver(row)}
      searchLabel="Search titles and numbers"
      opensByPress
      onOpen={({ id }) => navigate(incidentPage.at(id))}
      actions={<CommandButton call="incident.create" tone="primary" />}
      empty={
        <Notice tone="empty" title="No incidents yet" actions={<CommandButton call="incident.create" tone="primary" />}>
          Open one when something is wrong, or link a failing check, a change or log lines to a new incident from their
          own pages. Rules open incidents automatically.
        </Notice>
      }
    />
  )
}

const filteredBy = ({ status, severity, type, commander }: IncidentRow) => ({
  status: status.toLowerCase(),
  severity: normaliseSeverity(severity),
  type,
  commander: commander?.id ?? [],
})
