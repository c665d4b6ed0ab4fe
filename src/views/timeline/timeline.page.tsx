import '@/commands/timeline/timeline.commands'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import type { FailureSubject, SubjectRef, TimelineSurroundings } from '@/api/timeline/resources'
import { timeline } from '@/api/timeline/timeline'
import { formatAbsolute } from '@/lib/format-date'
import { formatCount } from '@/shared/format'
import { resourcePath } from '@/shared/routing/registry'
import { LazyChart } from '../../ui/charts/chart'
import { groupIntoLanes, padTimeSpan } from '../../ui/charts/group-into-lanes'
import type { LanesSpec } from '../../ui/charts/chart-spec'
import { Landmark } from '../../ui/landmark'
import { Notice } from '../../ui/notice'
import { Time, useTimeDisplay, ZoneNote } from '../../ui/time'
import { announce } from '../../ui/voice'
import { CommandButton } from '../shared/commands/command-button'
import { lazyComponent } from '@/ui/lazy-component'
import { Page } from '../shared/page/page'
import { ListPage } from '../shared/list/list-page'
import { useWholeList } from '../shared/list/whole-list'
import { useMedia } from '../shared/stores'
import { MissingParts } from '../shared/query/missing-parts'
import { QueryState } from '../shared/query/query-state'
import { eventLooks as looks, eventTone as toneOf } from '../shared/event-looks'
import { buildEventColumns, describeEventFor, toEventTarget } from './columns'
import { type RankedEvent, findFailureTimes, flattenEvents, rankEvents } from './ranked-events'
import css from './timeline.module.css'
import { lookBackSpans, timelineUrl } from './url'

/** Number of lanes; further resources share the last one. */
const MOST_LANES = 7
/** The same on narrow screens. */
const FEW_LANES = 3
/** Number of likely causes whose rank is drawn beside the mark. */
const MOST_RANKS = 3

const Preview = lazyComponent({ what: 'the event', load: () => import('./preview') })

/** The events on and around a resource before it failed, the likeliest cause first. */
export default function TimelineView() {
  const { of } = timelineUrl.use()
  return of ? <SubjectTimeline key={`${of.kind} ${of.id}`} of={of} /> : <NoSubject />
}

const TITLE = 'What changed before'

function SubjectTimeline({ of }: { of: SubjectRef }) {
  const query = useQuery(timeline.subject(of))
  if (query.data) return <SubjectContext subject={query.data} />
  return (
    <Page title={TITLE}>
      <QueryState query={query} what={`the ${of.kind}`} as="page" gone={<SubjectNotFound />}>
        {() => <SubjectNotFound />}
      </QueryState>
    </Page>
  )
}

function SubjectContext({ subject }: { subject: FailureSubject }) {
  const query = useQuery(timeline.surroundings(subject))
  if (query.data) return <Events subject={subject} surroundings={query.data} />
  return (
    <Page title={formatTitle(subject)}>
      <QueryState query={query} what="the related resources" as="page" />
    </Page>
  )
}

const formatTitle = ({ name }: FailureSubject) => `${TITLE} ${name} failed`

type EventsProps = { subject: FailureSubject; surroundings: TimelineSurroundings }

function Events({ subject, surroundings }: EventsProps) {
  const [, navigate] = useLocation()
  const failure = useFailure(subject, surroundings)
  const { span, failedAt, data } = failure
  const { timeZone } = useTimeDisplay()
  const entries = useMemo(() => data && rankEvents(data, failedAt), [data, failedAt])
  const source = useWholeList({ ...failure.query, data: entries }, rankedEventText)
  const causes = useMemo(
    () => new Map(source.rows.flatMap(({ id, derived }) => derived.map((one) => [one.id, id] as const))),
    [source.rows]
  )

  const stepChange = (by: number) => {
    if (!source.list.current?.find(by, ({ is }) => is === 'change'))
      announce(`No ${by > 0 ? 'next' : 'previous'} change.`)
  }
  const open = (row: RankedEvent) => {
    const own = row.is === 'change' || row.is === 'insight' ? resourcePath(row.is, row.id) : undefined
    const path = own ?? resourcePath(row.on.kind, row.on.id)
    if (path) navigate(path)
    else announce(`${row.title} has no page of its own.`)
  }
  return (
    <ListPage<RankedEvent>
      title={formatTitle(subject)}
      of="event"
      source={{ ...source, grid: { childrenOf: derivedEvents, parentOf: (id) => causes.get(id) } }}
      columns={useMemo(() => buildEventColumns(failedAt), [failedAt])}
      targetOf={toEventTarget}
      sentenceOf={useMemo(() => describeEventFor(failedAt), [failedAt])}
      isProblem={(row) => row.rank !== undefined && row.rank <= MOST_RANKS}
      searchLabel="Search events"
      onOpen={open}
      place={{
        choices: { span: lookBackSpans.map(({ value, label }) => ({ value, label: `${label} before` })) },
        handlers: {
          'timeline.span': (_count, { span: value }) => {
            const found = lookBackSpans.find((one) => one.value === value)
            if (found) timelineUrl.set({ before: found.value }, 'replace')
          },
          'timeline.previousFailure': () => stepFailure(failure, -1, timeZone),
          'timeline.nextFailure': () => stepFailure(failure, 1, timeZone),
          'timeline.previousChange': () => stepChange(-1),
          'timeline.nextChange': () => stepChange(1),
        },
      }}
      switches={<CommandButton call="timeline.span" label={`${span.label} before`} />}
      renderLead={(current) => (
        <Lead
          subject={subject}
          failure={failure}
          surroundings={surroundings}
          rows={flattenEvents(source.rows)}
          current={current}
          choose={(id) => source.list.current?.focusRow(id)}
        />
      )}
      renderPreview={(current) => (
        <Landmark as="section" label="Selected event" className={css.preview}>
          <Preview key={current.id} entry={current} />
        </Landmark>
      )}
      empty={
        <Notice tone="empty" title="No events recorded">
          {`In the ${span.label} before and shortly after, no changes, insights, playbook runs, notifications or check results were recorded for ${subject.name} and its related resources. `}
          <CommandButton call="timeline.span" label="Change look-back" tone="primary" />
        </Notice>
      }
    />
  )
}

/** The failure that the address names, or the last known one, with the events before it. */
function useFailure(subject: FailureSubject, surroundings: TimelineSurroundings) {
  const { at, before } = timelineUrl.use()
  const [openedAt] = useState(() => Date.now())
  const span = lookBackSpans.find(({ value }) => value === before) ?? lookBackSpans[1]
  const chosen = at ?? (subject.isFailing ? (subject.since ?? undefined) : undefined)
  const anchor = chosen === undefined ? openedAt : Date.parse(chosen)
  const range = { from: anchor - span.ms, to: Math.min(openedAt, anchor + span.ms / 4) + 1 }
  const { data, ...query } = useQuery({
    ...timeline.events(subject, surroundings, range),
    placeholderData: keepPreviousData,
  })
  const failures = useMemo(() => findFailureTimes(data?.events ?? []), [data])
  return {
    span,
    range,
    data,
    query,
    /** The times of all failures in the range, oldest first. */
    failures,
    failedAt: chosen === undefined ? (failures.at(-1) ?? anchor) : anchor,
    isKnown: chosen !== undefined || failures.length > 0,
  }
}
type Failure = ReturnType<typeof useFailure>

function stepFailure({ failures, failedAt }: Failure, by: number, timeZone: string): void {
  const others = failures.filter((one) => (by > 0 ? one > failedAt : one < failedAt))
  const next = by > 0 ? others[0] : others.at(-1)
  if (next === undefined) return announce(`No ${by > 0 ? 'later' : 'earlier'} failure in this time range.`)
  timelineUrl.set({ at: new Date(next).toISOString() }, 'replace')
  announce(`Failure ${formatAbsolute(new Date(next), timeZone)}.`)
}

type LeadProps = {
  subject: FailureSubject
  failure: Failure
  surroundings: TimelineSurroundings
  rows: readonly RankedEvent[]
  current: RankedEvent | undefined
  choose(id: string): void
}

/** The time of the failure and the chart, above the list of events. */
function Lead({ subject, failure, surroundings, rows, current, choose }: LeadProps) {
  const { omitted } = surroundings
  const { data, failures, failedAt, isKnown } = failure
  const mostLanes = useMedia('(min-width: 640px)') ? MOST_LANES : FEW_LANES
  const time = new Date(failedAt).toISOString()
  const missing = [...surroundings.missing, ...(data?.missing ?? [])]
  return (
    <div className={css.lead}>
      <p className={css.moment}>
        <span>
          {isKnown ? 'Failed ' : 'No known failure. Showing events before '}
          <Time at={time} />
          {isKnown && (
            <>
              {', '}
              <Time at={time} as="elapsed" />
            </>
          )}
        </span>
        <span className={css.note}>
          <ZoneNote of="preferred" />
        </span>
        {failures.length > 1 && (
          <>
            <CommandButton call="timeline.previousFailure" tone="bare" />
            <CommandButton call="timeline.nextFailure" tone="bare" />
          </>
        )}
      </p>
      <MissingParts missing={missing} />
      <LazyChart spec={toLanesSpec({ subject, rows, failure, current, choose, mostLanes })} />
      {omitted > 0 && (
        <p className={css.note}>
          {`${formatCount(omitted, 'more distant related item')} ${omitted === 1 ? 'is' : 'are'} not included.`}
        </p>
      )}
    </div>
  )
}

const derivedEvents = ({ derived }: RankedEvent) => (derived.length > 0 ? derived : undefined)

/** A change is also found by the events that follow from it. */
const rankedEventText = ({ is, title, type, on, summary = '', by = '', derived }: RankedEvent): string =>
  [looks[is].word, title, type, on.name, summary, by, ...derived.map(rankedEventText)].join(' ')

type LanesOptions = Omit<LeadProps, 'surroundings'> & { mostLanes: number }

/** One lane per resource, nearest first. If there are too many, the resources with the likeliest causes get a lane. */
function toLanesSpec({ subject, failure, rows, current, choose, mostLanes }: LanesOptions): LanesSpec {
  const { failedAt, range, span, isKnown } = failure
  const steps = new Map([[subject.id, 0], ...rows.map(({ on }) => [on.id, on.steps] as const)])
  const lanes = groupIntoLanes(
    rows.toSorted(
      (a, b) =>
        Number(b.on.id === subject.id) - Number(a.on.id === subject.id) || (a.rank ?? Infinity) - (b.rank ?? Infinity)
    ),
    {
      laneOf: ({ on }) => on,
      markOf: (row) => ({
        id: row.id,
        time: row.at,
        shape: looks[row.is].shape,
        tone: toneOf(row),
        label: row.title,
        ...(row.rank !== undefined && row.rank <= MOST_RANKS && { rank: row.rank }),
      }),
      most: mostLanes,
    }
  )
  const used = new Set(rows.map(({ is }) => is))
  const shown = padTimeSpan([failedAt, ...rows.map(({ at }) => at)])
  return {
    kind: 'lanes',
    title: 'Events by resource',
    over: `${span.label} before`,
    range: { from: Math.max(range.from, shown.from), to: shown.to },
    lanes: lanes.toSorted((a, b) => (steps.get(a.id) ?? Infinity) - (steps.get(b.id) ?? Infinity)),
    legend: kinds.filter((is) => used.has(is)).map((is) => ({ name: looks[is].word, shape: looks[is].shape })),
    moment: { time: failedAt, name: isKnown ? 'failed' : 'now' },
    chosen: current?.id,
    onChoose: choose,
  }
}

const kinds = ['change', 'insight', 'run', 'notification', 'failed', 'passed'] as const

const SubjectNotFound = () => (
  <Notice tone="empty" title="Resource not found">
    The link may be outdated, the resource may have been deleted, or you may not have access to it.
  </Notice>
)

const NoSubject = () => (
  <Page title={TITLE}>
    <Notice tone="empty" title="Choose what to investigate">
      Open this page from a check, a config item or a component. It shows the events on and around that resource before
      it failed.
    </Notice>
  </Page>
)
