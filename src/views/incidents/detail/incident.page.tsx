import '@/commands/incidents/evidence.commands'
import '@/commands/incidents/incidents.commands'
import '@/commands/incidents/reports.commands'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { ApiError } from '@/api/http'
import { type Incident, incidentById } from '@/api/incidents/incident'
import { incidentPage, incidentsPage } from '@/shared/pages/incidents'
import { countProgress, registerProgress } from '@/lib/incidents/progress'
import { Breadcrumbs } from '@/ui/breadcrumbs'
import { lazyComponent } from '@/ui/lazy-component'
import { CommandButton } from '../../shared/commands/command-button'
import { IncidentNotFound } from '../incident-not-found'
import { Page } from '../../shared/page/page'
import { DetailPage } from '../../shared/list/detail/detail-page'
import { type DetailTab } from '../../shared/list/detail/tabbed-body'
import { tabCount } from '@/ui/tabs'
import { QueryState } from '../../shared/query/query-state'
import { useLiveUpdates } from '../../shared/stores'
import { IncidentFacts, IncidentStatusPanel } from './facts'
import { Hypotheses } from './hypotheses'
import { buildHypothesisTree } from './hypothesis-tree'
import { type IncidentPanel, incidentPanelPath, INCIDENT_POLL_MS, useIncidentAddress } from './url'
import { goBack } from '../../shared/page/back'

const Timeline = lazyComponent({ what: 'the timeline', load: () => import('./timeline/timeline') })
const Done = lazyComponent({ what: 'the definition of done', load: () => import('./done/done-view') })
const Related = lazyComponent({ what: 'related items', load: () => import('./related/related-view') })

/** The page of an incident: status, hypotheses, timeline, definition of done and related items. */
export default function IncidentView() {
  const { id, panel } = useIncidentAddress()
  const query = useQuery({ ...incidentById(id), refetchInterval: useLiveUpdates() && INCIDENT_POLL_MS })
  if (query.data) return <IncidentDetail key={id} incident={query.data} panel={panel} query={query} />
  return (
    <Page title="Incidents" of="incident">
      <QueryState query={query} what="the incident" as="page" gone={<IncidentNotFound />}>
        {() => <IncidentNotFound />}
      </QueryState>
    </Page>
  )
}

type Props = { incident: Incident; panel: IncidentPanel; query: UseQueryResult<Incident | null, ApiError> }

function IncidentDetail({ incident, panel, query }: Props) {
  const { id, title } = incident
  const [, navigate] = useLocation()
  const tree = useMemo(() => buildHypothesisTree(incident), [incident])
  const progress = useMemo(() => countProgress(incident), [incident])
  useEffect(() => registerProgress((requestedId) => (requestedId === id ? progress : undefined)), [id, progress])
  const tabs: readonly DetailTab<IncidentPanel>[] = [
    {
      id: 'hypotheses',
      label: 'Hypotheses',
      ...tabCount(incident.hypotheses.length, 'hypothesis'),
      panel: <Hypotheses incident={incident} tree={tree} query={query} />,
    },
    { id: 'timeline', label: 'Timeline', panel: <Timeline incident={incident} query={query} /> },
    {
      id: 'done',
      label: 'Definition of done',
      ...tabCount(progress.total, 'item'),
      panel: <Done incident={incident} query={query} />,
    },
    { id: 'related', label: 'Similar and related', panel: <Related incident={incident} /> },
  ]
  return (
    <DetailPage
      target={{ kind: 'incident', id, label: title }}
      type={incident.incident_id}
      query={query}
      everyMs={INCIDENT_POLL_MS}
      trail={
        <Breadcrumbs
          label="Part of"
          crumbs={[
            { label: 'Incidents', href: incidentsPage.path },
            { label: title, href: incidentPage.at(id) },
          ]}
        />
      }
      frequent={
        <>
          <CommandButton call="incident.status" label="Status" />
          <CommandButton call="incident.severity" label="Severity" />
          <CommandButton call="comment.add" />
        </>
      }
      lead={<IncidentStatusPanel incident={incident} tree={tree} />}
      facts={<IncidentFacts incident={incident} />}
      tabs={tabs}
      panel={panel}
      showPanel={(to) => navigate(incidentPanelPath(id, to))}
      handlers={{ 'detail.back': () => goBack(incidentsPage.path) }}
    />
  )
}
