import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiError } from '@/api/http'
import { incidentHistory, type Incident } from '@/api/incidents/incident'
import { listInvolved, buildIncidentTimeline, incidentWindow } from '@/api/incidents/incident-timeline'
import { timeline } from '@/api/timeline/timeline'
import type { TimelineEntry } from '@/lib/incidents/incident-timeline'
import { foldDerived } from '@/lib/timeline/fold-derived'
import { formatCount } from '@/shared/format'
import { Notice } from '@/ui/notice'
import { useTimeDisplay } from '@/ui/time'
import { MissingParts } from '@/views/shared/query/missing-parts'
import { CommandButton } from '@/views/shared/commands/command-button'
import { backToList, type DetailProps } from '@/views/shared/list/detail/detail-props'
import { lazyComponent } from '@/ui/lazy-component'
import { useDetail } from '@/views/shared/list/detail/use-detail'
import { ListSection } from '@/views/shared/list/list-page'
import { useWholeList } from '@/views/shared/list/whole-list'
import { useLiveUpdates } from '@/views/shared/stores'
import { timelineColumns } from './columns'
import {
  entryAddress,
  entryFilters,
  timelineGroups,
  describeEntryFor,
  toEntryTarget,
  entryText,
  timelineListUrl,
} from './entries'
import { INCIDENT_POLL_MS } from '../url'

const detail = lazyComponent<DetailProps<TimelineEntry>>({
  what: 'the entry',
  load: () => import('./entry-detail'),
  otherwise: backToList,
})

type Props = { incident: Incident; query: UseQueryResult<Incident | null, ApiError> }

/** The work on an incident and the events on the resources involved, newest first. */
export default function IncidentTimeline({ incident, query }: Props) {
  const display = useTimeDisplay()
  const [openedAt] = useState(() => new Date())
  const { entries, missing, facts } = useEntries(incident, query)
  const source = useWholeList<TimelineEntry>({ ...facts, data: entries }, entryText, {
    address: timelineListUrl,
    filters: entryFilters,
  })
  const { rows, children } = useMemo(() => {
    const folded = foldDerived(source.rows)
    return { rows: folded, children: new Map(folded.map(({ id, derived }) => [id, derived])) }
  }, [source.rows])
  const opened = useDetail<TimelineEntry>({
    address: entryAddress,
    detail,
    of: 'event',
    rows: entries,
    targetOf: toEntryTarget,
    list: source.list,
  })
  return (
    <ListSection<TimelineEntry>
      title="Timeline"
      of="event"
      source={{
        ...source,
        rows,
        everyMs: INCIDENT_POLL_MS,
        grid: {
          childrenOf: ({ id }) => (children.get(id)?.length ? children.get(id) : undefined),
          parentOf: (id) => entries?.find((one) => one.id === id)?.causedBy,
        },
      }}
      detail={opened}
      columns={timelineColumns}
      groups={useMemo(() => timelineGroups(display.timeZone), [display.timeZone])}
      targetOf={toEntryTarget}
      sentenceOf={useMemo(() => describeEntryFor(display, openedAt), [display, openedAt])}
      isProblem={isFailure}
      searchLabel="Search events and comments"
      filteredBy={({ is }) => ({ kind: is })}
      actions={<CommandButton call="comment.add" />}
      renderLead={() => <MissingParts missing={missing} />}
      empty={
        <Notice tone="empty" title="No entries yet" actions={<CommandButton call="comment.add" />}>
          Comments, evidence and status changes appear here, and events on the checks, components and config items that
          are evidence.
        </Notice>
      }
    />
  )
}

const isFailure = ({ is, severity }: TimelineEntry) =>
  is === 'failed' || severity === 'critical' || severity === 'blocker' || severity === 'high'

/** The entries loaded so far, newest first: the history of the incident does not wait for the events on resources. */
function useEntries(incident: Incident, query: Props['query']) {
  const refetchInterval = useLiveUpdates() && INCIDENT_POLL_MS
  const history = useQuery({ ...incidentHistory(incident.id), refetchInterval })
  const resources = useMemo(() => listInvolved(incident), [incident])
  const { from, to } = incidentWindow(incident)
  const involved = useQuery({ ...timeline.involved(resources), placeholderData: keepPreviousData })
  const events = useQuery({
    ...timeline.eventsOn(involved.data?.resources ?? [], { from, to }),
    enabled: involved.data !== undefined,
    placeholderData: keepPreviousData,
    // A time range that has ended gets no new events.
    refetchInterval: to === undefined && refetchInterval,
  })
  const entries = useMemo(
    () => history.data && buildIncidentTimeline(incident, history.data, events.data?.events ?? []).toReversed(),
    [incident, history.data, events.data]
  )
  const failed = involved.error ?? events.error
  const left = involved.data?.omitted ?? 0
  const missing = [
    ...(failed ? [`Events of the resources involved: ${failed.message}`] : []),
    ...(involved.data?.missing ?? []),
    ...(events.data?.missing ?? []),
    ...(left > 0 ? [`${formatCount(left, 'more resource')} ${left === 1 ? 'is' : 'are'} not included.`] : []),
  ]
  const { data: _, ...rest } = history
  return {
    entries,
    missing,
    // The list is only as fresh as its older source.
    facts: { ...rest, dataUpdatedAt: Math.min(rest.dataUpdatedAt, query.dataUpdatedAt) },
  }
}
