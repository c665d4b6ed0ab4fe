import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type PastEvent, type PlannedMessage, type RuleDryRun, ruleDrafts } from '@/api/notifications/rules'
import type { RowValues } from '@/api/settings/settings-table'
import { formatClock } from '@/lib/format-date'
import { describeDryRun } from '@/lib/notifications/rule-words'
import { asSentence, capital } from '@/shared/format'
import { resourcePath } from '@/shared/routing/registry'
import { SelectField } from '@/ui/form/fields/select'
import { useAnnouncement } from '@/ui/hooks'
import { Banner } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { Time, useTimeDisplay } from '@/ui/time'
import { useNow } from '@/ui/use-now'
import { QueryState } from '../../shared/query/query-state'
import { SendStatusBadge } from '../history/columns'
import css from './rule-effect.module.css'

/** Hours of a dry run. */
const HOURS = 24
/** Messages of a dry run that are listed. */
const MOST_LISTED = 10

type Props = {
  /** The row that would be stored. */
  rule: RowValues
  events: readonly string[]
}

/** The dry run of a rule, and its message about a past event. */
export const RuleEffect = ({ rule, events }: Props) => (
  <div className={css.effect}>
    <DryRun rule={rule} />
    <Preview rule={rule} events={events} />
  </div>
)

function DryRun({ rule }: Pick<Props, 'rule'>) {
  const query = useQuery(ruleDrafts.dryRun(rule, HOURS))
  const heading = useId()
  useAnnouncement(query.data && describeResult(query.data), { key: 'dry-run' })
  return (
    <section className={css.part} aria-labelledby={heading}>
      <h3 id={heading} className={css.heading}>
        Last {HOURS} hours
      </h3>
      <QueryState query={query} what="the dry run" as="part">
        {(result) => <DryRunResult result={result} />}
      </QueryState>
    </section>
  )
}

const describeResult = (result: RuleDryRun) => (result.error ? asSentence(result.error) : describeDryRun(result))

function DryRunResult({ result }: { result: RuleDryRun }) {
  if (result.error) return <Banner tone="bad">{asSentence(result.error)}</Banner>
  const listed = result.messages.slice(0, MOST_LISTED)
  return (
    <>
      <p>{describeDryRun(result)}</p>
      {result.isPartial && result.partialReason && <p className={css.quiet}>{asSentence(result.partialReason)}</p>}
      {listed.length > 0 && (
        <ul className={css.messages}>
          {listed.map((message, at) => (
            // Messages have no id, and the list is replaced as a whole.
            // oxlint-disable-next-line react/no-array-index-key
            <Message key={at} {...message} />
          ))}
        </ul>
      )}
      {result.messages.length > listed.length && <p className={css.quiet}>The newest {listed.length} are listed.</p>}
    </>
  )
}

function Message({ event, at, status, reason, resource, recipient, title }: PlannedMessage) {
  const path = resource?.kind && resourcePath(resource.kind, resource.id)
  const name = resource?.name ?? 'A deleted resource'
  return (
    <li className={css.message}>
      <SendStatusBadge status={status} />
      {path ? (
        <PageLink href={path} className={css.name}>
          <bdi>{name}</bdi>
        </PageLink>
      ) : (
        <bdi className={css.name}>{name}</bdi>
      )}
      <span className={css.quiet}>
        {[event, recipient && `to ${recipient.name}`].filter(Boolean).join(', ')}
        {reason && `: ${reason}`}
      </span>
      <Time at={at} as="ago" />
      {title && title !== name && <bdi className={css.title}>{title}</bdi>}
    </li>
  )
}

function Preview({ rule, events }: Props) {
  const past = useQuery({ ...ruleDrafts.pastEvents(events), enabled: events.length > 0 })
  const heading = useId()
  return (
    <section className={css.part} aria-labelledby={heading}>
      <h3 id={heading} className={css.heading}>
        Message
      </h3>
      {events.length === 0 ? (
        <p className={css.quiet}>Select an event to see its message.</p>
      ) : (
        <QueryState
          query={past}
          what="the past events"
          as="part"
          empty={<p className={css.quiet}>None of these events happened yet, so there is no message to show.</p>}
        >
          {(list) => <EventMessage rule={rule} list={list} />}
        </QueryState>
      )}
    </section>
  )
}

function EventMessage({ rule, list }: Pick<Props, 'rule'> & { list: readonly PastEvent[] }) {
  const [chosen, setChosen] = useState('0')
  const { timeZone } = useTimeDisplay()
  const now = useNow((ms) => ms)
  const event = list[Number(chosen)] ?? list[0]
  const query = useQuery({ ...ruleDrafts.preview(rule, event as PastEvent), enabled: event !== undefined })
  return (
    <>
      <SelectField
        label="Event"
        value={list[Number(chosen)] ? chosen : '0'}
        onChange={setChosen}
        options={list.map(({ name, resource, at }, index) => ({
          value: String(index),
          label: `${resource?.name ?? 'A deleted resource'}: ${name}`,
          hint: formatClock(new Date(at), { now: new Date(now), timeZone }),
        }))}
        isAlwaysChosen
      />
      <QueryState query={query} what="the message" as="part">
        {({ title, body, isMatch, error }) =>
          error ? (
            <Banner tone="bad">{`${capital(error.field)}: ${asSentence(error.message)}`}</Banner>
          ) : (
            <>
              {!isMatch && <p className={css.quiet}>The filter does not match this event.</p>}
              <div className={css.preview}>
                {title && (
                  <p className={css.subject}>
                    <bdi>{title}</bdi>
                  </p>
                )}
                <p className={css.text}>
                  <bdi>{body}</bdi>
                </p>
              </div>
            </>
          )
        }
      </QueryState>
    </>
  )
}
