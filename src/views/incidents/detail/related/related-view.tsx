import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { Incident } from '@/api/incidents/incident'
import { COMPARED_DAYS, comparableIncidents, listIncidentResources } from '@/api/incidents/similar-incidents'
import type { TimelineSurroundings } from '@/api/timeline/resources'
import { timeline } from '@/api/timeline/timeline'
import { formatCount } from '@/shared/format'
import { resourcePath } from '@/shared/routing/registry'
import { Notice } from '@/ui/notice'
import { createGroupedAddress } from '@/views/shared/list/list-address'
import { ListSection } from '@/views/shared/list/list-page'
import { useWholeList } from '@/views/shared/list/whole-list'
import { MissingParts } from '@/views/shared/query/missing-parts'
import { QueryState } from '@/views/shared/query/query-state'
import { relatedListColumns } from './columns'
import css from './related.module.css'
import {
  RELATED_BEFORE_HOURS,
  rankRelatedEvents,
  type RelatedRow as Row,
  describeRelated,
  findSimilarIncidents,
  toRelatedTarget,
  relatedText,
  relatedTimeRange,
} from './related-items'

/** Limits per kind: rows with a lower rank are unlikely to be related. */
const MOST_INCIDENTS = 20
const MOST_EVENTS = 100
/** Number of likely causes that the keys for problems stop at. */
const LIKELY = 3

export type RelatedProps = { incident: Incident }

/** Similar incidents, and changes and failures around the evidence of this one, likeliest first, with the reasons. */
export default function Related({ incident }: RelatedProps) {
  // The resources when the tab was opened: linking evidence from here must not request everything again.
  const [resources] = useState(() => listIncidentResources(incident))
  const query = useQuery(timeline.around(resources))
  return (
    <QueryState query={query} what="the related resources" as="pane">
      {(surroundings) => (
        <RelatedList incident={incident} surroundings={surroundings} hasResources={resources.length > 0} />
      )}
    </QueryState>
  )
}

type RelatedListProps = RelatedProps & { surroundings: TimelineSurroundings; hasResources: boolean }

function RelatedList({ incident, surroundings, hasResources }: RelatedListProps) {
  const [, navigate] = useLocation()
  const [openedAt] = useState(() => Date.now())
  const [time] = useState(() => relatedTimeRange(incident, openedAt))
  const others = useQuery(comparableIncidents())
  const events = useQuery({ ...timeline.changesAround(surroundings, time), enabled: hasResources })
  const found = useMemo((): { rows: Row[]; hidden: number } | undefined => {
    if (!others.data || (hasResources && !events.data)) return undefined
    const around = events.data ? rankRelatedEvents(incident, events.data) : []
    return {
      rows: [
        ...findSimilarIncidents(incident, others.data.rows, surroundings).slice(0, MOST_INCIDENTS),
        ...around.slice(0, MOST_EVENTS),
      ],
      hidden: Math.max(0, around.length - MOST_EVENTS),
    }
  }, [incident, others.data, events.data, surroundings, hasResources])
  // The failed query determines the state: otherwise a partial list would look complete.
  const { data: _, ...state } = others.error || !events.error ? others : events
  const isFetching = others.isFetching || events.isFetching
  const source = useWholeList<Row>({ ...state, isFetching, data: found?.rows }, relatedText, { address: byKind })
  const hidden = found?.hidden ?? 0
  const missing = [
    ...surroundings.missing,
    ...(events.data?.missing ?? []),
    ...(others.data?.isCut ? ['Incidents: only the latest 500 are compared.'] : []),
  ]
  return (
    <ListSection<Row>
      title="Similar and related"
      of="event"
      source={source}
      columns={relatedListColumns}
      groups={groups}
      targetOf={toRelatedTarget}
      sentenceOf={describeRelated}
      isProblem={({ rank }) => rank !== undefined && rank <= LIKELY}
      searchLabel="Search similar and related items"
      onOpen={(row) => {
        const path = resourcePath(row.is, row.id)
        if (path) navigate(path)
      }}
      renderLead={() => (
        <div className={css.lead}>
          <MissingParts missing={missing} />
          <p className={css.note}>{describeSearch(surroundings, hasResources)}</p>
          {hidden > 0 && (
            <p
              className={css.note}
            >{`${formatCount(hidden, 'less likely event')} ${hidden === 1 ? 'is' : 'are'} not shown.`}</p>
          )}
        </div>
      )}
      empty={
        <Notice tone="empty" title="No similar or related items">
          {`No incident of the last ${COMPARED_DAYS} days is similar, and no related changes or failures were recorded. ${hasResources ? '' : 'Link a check, a component or a config item as evidence to include changes and failures around it.'}`}
        </Notice>
      }
    />
  )
}

const byKind = createGroupedAddress('kind')
const groups = { startsOpen: () => true }

/** Describes the scope of the search. */
const describeSearch = ({ resources: things, omitted }: TimelineSurroundings, hasResources: boolean): string =>
  hasResources
    ? `Incidents of the last ${COMPARED_DAYS} days, and changes and failures on ${formatCount(things.length, 'resource')} around the evidence, from ${RELATED_BEFORE_HOURS} hours before the incident was opened until it was over${omitted > 0 ? `; ${omitted} more distant resources are not included` : ''}.`
    : `Incidents of the last ${COMPARED_DAYS} days. Link evidence to include changes and failures around it.`
