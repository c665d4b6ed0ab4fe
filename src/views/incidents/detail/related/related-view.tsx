import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { Incident } from '../../../../api/incident'
import { COMPARED_DAYS, comparableIncidents, thingsOf } from '../../../../api/similar-incidents'
import { type Surroundings, timeline } from '../../../../api/timeline'
import { formatCount } from '../../../../lib/format'
import { pathOf } from '../../../../lib/paths'
import { Banner, Notice } from '../../../../ui/notice'
import { groupedBy } from '../../../shell/list/list-address'
import { ListPart } from '../../../shell/list/list-page'
import { useWholeList } from '../../../shell/list/whole-list'
import { QueryState } from '../../../shell/query/query-state'
import { columns } from './columns'
import css from './related.module.css'
import {
  BEFORE_HOURS,
  eventsAround,
  type Related as Row,
  sentenceOf,
  similarTo,
  targetOf,
  textOf,
  timeOf,
} from './rows'

/** Of each kind: what is ranked lower has nothing to do with it. */
const MOST_INCIDENTS = 20
const MOST_EVENTS = 100
/** What may be the cause is stopped at by the keys for problems. */
const LIKELY = 3

export type Props = { incident: Incident }

/** Other incidents, and what changed and failed around the things of this one, the likeliest first, with the reasons. */
export default function Related({ incident }: Props) {
  // As they are when it is opened: what is attached from here asks nothing again.
  const [things] = useState(() => thingsOf(incident))
  const query = useQuery(timeline.around(things))
  return (
    <QueryState query={query} what="what is around it" as="pane">
      {(surroundings) => <Around incident={incident} surroundings={surroundings} hasThings={things.length > 0} />}
    </QueryState>
  )
}

type AroundProps = Props & { surroundings: Surroundings; hasThings: boolean }

function Around({ incident, surroundings, hasThings }: AroundProps) {
  const [, navigate] = useLocation()
  const [openedAt] = useState(() => Date.now())
  const [time] = useState(() => timeOf(incident, openedAt))
  const others = useQuery(comparableIncidents())
  const events = useQuery({ ...timeline.changesAround(surroundings, time), enabled: hasThings })
  const found = useMemo((): { rows: Row[]; hidden: number } | undefined => {
    if (!others.data || (hasThings && !events.data)) return undefined
    const around = events.data ? eventsAround(incident, events.data) : []
    return {
      rows: [
        ...similarTo(incident, others.data.rows, surroundings).slice(0, MOST_INCIDENTS),
        ...around.slice(0, MOST_EVENTS),
      ],
      hidden: Math.max(0, around.length - MOST_EVENTS),
    }
  }, [incident, others.data, events.data, surroundings, hasThings])
  // What failed stands for all: without it, what is shown would look like all there is.
  const { data: _, ...state } = others.error || !events.error ? others : events
  const isFetching = others.isFetching || events.isFetching
  const source = useWholeList<Row>({ ...state, isFetching, data: found?.rows }, textOf, { address: byKind })
  const hidden = found?.hidden ?? 0
  const missing = [
    ...(events.data?.missing ?? []),
    ...(others.data?.isCut ? ['Incidents: only the newest 500 are compared.'] : []),
  ]
  return (
    <ListPart<Row>
      title="Similar and related"
      of="event"
      source={source}
      columns={columns}
      groups={groups}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      isProblem={({ rank }) => rank !== undefined && rank <= LIKELY}
      searchLabel="Search what is similar or related"
      onOpen={(row) => {
        const path = pathOf(row.is, row.id)
        if (path) navigate(path)
      }}
      renderLead={() => (
        <div className={css.lead}>
          {missing.length > 0 && <Banner>{`Not all could be loaded. ${missing.join(' ')}`}</Banner>}
          <p className={css.note}>{sentenceOfSearch(surroundings, hasThings)}</p>
          {hidden > 0 && (
            <p
              className={css.note}
            >{`${formatCount(hidden, 'less likely event')} more ${hidden === 1 ? 'is' : 'are'} not shown.`}</p>
          )}
        </div>
      )}
      empty={
        <Notice tone="empty" title="Nothing similar or related is known">
          {`No incident of the last ${COMPARED_DAYS} days has to do with it, and nothing is known to have changed or failed around its things. ${hasThings ? '' : 'Nothing is evidence of it yet: with a check, a component or a config item, what is around them is looked at, too.'}`}
        </Notice>
      }
    />
  )
}

const byKind = groupedBy('kind')
const groups = { startsOpen: () => true }

/** Where was looked, and how far. */
const sentenceOfSearch = ({ things, left }: Surroundings, hasThings: boolean): string =>
  [
    `Incidents of the last ${COMPARED_DAYS} days`,
    hasThings
      ? `and what changed or failed on ${formatCount(things.length, 'thing')} around its evidence, from ${BEFORE_HOURS} hours before it was opened until it was over${left > 0 ? `; ${left} farther away were not asked about` : ''}.`
      : 'are compared. Nothing is evidence of this one yet, so that there is nothing to look around.',
  ].join(' ')
