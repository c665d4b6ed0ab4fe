import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ApiError } from '../../../../api/http'
import { historyOf, type Incident } from '../../../../api/incident'
import { thingsIn, timelineOf, windowOf } from '../../../../api/incident-timeline'
import { timeline } from '../../../../api/timeline'
import type { TimelineEntry } from '../../../../lib/incident-timeline'
import { Banner, Notice } from '../../../../ui/notice'
import { useTimeDisplay } from '../../../../ui/time'
import { CommandButton } from '../../../shell/commands/command-button'
import { lazyDetail } from '../../../shell/list/detail/lazy-detail'
import { useDetail } from '../../../shell/list/detail/use-detail'
import { ListPart } from '../../../shell/list/list-page'
import { useWholeList } from '../../../shell/list/whole-list'
import { useLive } from '../../../shell/stores'
import { timelineColumns } from './columns'
import {
  entryAddress,
  entryFilters,
  groupsFor,
  missingOf,
  sentenceFor,
  targetOf,
  textOf,
  timelineListUrl,
} from './list'
import { POLL_MS } from '../url'

const detail = lazyDetail<TimelineEntry>('the entry', () => import('./entry-detail'))

type Props = { incident: Incident; query: UseQueryResult<Incident | null, ApiError> }

/** Everything that happened in an incident, and to the things involved in it, the newest first. */
export default function IncidentTimeline({ incident, query }: Props) {
  const display = useTimeDisplay()
  const [openedAt] = useState(() => new Date())
  const { entries, missing, facts } = useEntries(incident, query)
  const source = useWholeList<TimelineEntry>({ ...facts, data: entries }, textOf, {
    address: timelineListUrl,
    filters: entryFilters,
  })
  const opened = useDetail<TimelineEntry>({
    address: entryAddress,
    detail,
    of: 'event',
    rows: entries,
    targetOf,
    list: source.list,
  })
  return (
    <ListPart<TimelineEntry>
      title="Timeline"
      of="event"
      source={{ ...source, everyMs: POLL_MS }}
      detail={opened}
      columns={timelineColumns}
      groups={useMemo(() => groupsFor(display.timeZone), [display.timeZone])}
      targetOf={targetOf}
      sentenceOf={useMemo(() => sentenceFor(display, openedAt), [display, openedAt])}
      isProblem={isFailure}
      searchLabel="Search what happened and what was said"
      filteredBy={({ is }) => ({ kind: is })}
      actions={<CommandButton call="comment.add" />}
      renderLead={() => missing && <Banner>{missing}</Banner>}
      empty={
        <Notice tone="empty" title="Nothing has happened yet" actions={<CommandButton call="comment.add" />}>
          Comments, evidence and changes of status come here by themselves, and with the evidence what happens to its
          checks, components and config items.
        </Notice>
      }
    />
  )
}

const isFailure = ({ is, severity }: TimelineEntry) =>
  is === 'failed' || severity === 'critical' || severity === 'blocker' || severity === 'high'

/** The entries, the newest first, as far as they are there: what people did does not wait for what happened to things. */
function useEntries(incident: Incident, query: Props['query']) {
  const refetchInterval = useLive() && POLL_MS
  const history = useQuery({ ...historyOf(incident.id), refetchInterval })
  const things = useMemo(() => thingsIn(incident), [incident])
  const { from, to } = windowOf(incident)
  const involved = useQuery({ ...timeline.involved(things), placeholderData: keepPreviousData })
  const events = useQuery({
    ...timeline.eventsOn(involved.data?.things ?? [], { from, to }),
    enabled: involved.data !== undefined,
    placeholderData: keepPreviousData,
    // What is over changes no more.
    refetchInterval: to === undefined && refetchInterval,
  })
  const entries = useMemo(
    () => history.data && timelineOf(incident, history.data, events.data?.events ?? []).toReversed(),
    [incident, history.data, events.data]
  )
  const failed = involved.error ?? events.error
  const missing = missingOf(
    [...(failed ? [`Events of the resources involved: ${failed.message}`] : []), ...(events.data?.missing ?? [])],
    involved.data?.left ?? 0
  )
  const { data: _, ...rest } = history
  return {
    entries,
    missing,
    // As fresh as the older of what it consists of.
    facts: { ...rest, dataUpdatedAt: Math.min(rest.dataUpdatedAt, query.dataUpdatedAt) },
  }
}
