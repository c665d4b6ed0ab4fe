import type { TriageQueue, QueueState } from '@/api/triage/triage'
import { asSentence, capital, formatNames } from '@/shared/format'
import { sourceDetails, type TriageSource } from '@/lib/triage/triage'
import { Banner, Notice } from '../../ui/notice'
import { Time } from '../../ui/time'
import { TurnedOffNotice } from '../shared/access/page-guard'
import { CommandButton } from '../shared/commands/command-button'
import { isUntriaged, type QueueRow } from './queue-rows'
import css from './triage.module.css'

type TroubleProps = Pick<TriageQueue, 'failed' | 'cut'> & {
  /** Sources that the user has no permission to read. */
  closed: readonly TriageSource[]
}

const sourceNames = (sources: readonly TriageSource[]) => sources.map((source) => sourceDetails[source].what)

/** Lists the sources that are missing or incomplete: a source that failed must not look like an empty one. */
export const QueueWarnings = ({ failed, cut, closed }: TroubleProps) => (
  <>
    {failed.map(({ source, message }) => (
      <Banner
        key={source}
        tone="bad"
        actions={<CommandButton call="triage.renew" label="Try again" />}
      >{`${capital(sourceDetails[source].what)} could not be read. ${asSentence(message)}`}</Banner>
    ))}
    {(cut.length > 0 || closed.length > 0) && (
      <p className={css.note}>
        {cut.map(({ source, listed, total }) => (
          <span
            key={source}
          >{`Showing ${listed.toLocaleString('en')} of ${total.toLocaleString('en')} ${sourceDetails[source].what}.`}</span>
        ))}
        {closed.length > 0 && (
          <span>{`Hidden, because your role has no permission to read them: ${sourceNames(closed).join(', ')}.`}</span>
        )}
      </p>
    )}
  </>
)

type SumProps = {
  takenAt: string
  rows: readonly QueueRow[]
  standing: QueueState
  /** The error of the last refresh. */
  error: string | undefined
  isReloading: boolean
}

/** The number of rows to triage, and of new ones since. Its line is always there, so that the rows do not move. */
export function QueueSummary({ takenAt, rows, standing: { fresh, isMore, failed }, error, isReloading }: SumProps) {
  const left = rows.filter(isUntriaged).length
  return (
    <p className={css.sum} role="group" aria-label="Queue progress">
      <span>
        <strong>{left.toLocaleString('en')}</strong> to triage
      </span>
      {fresh > 0 ? (
        <span className={css.fresh}>
          {`${fresh.toLocaleString('en')}${isMore ? ' or more' : ''} new since `}
          <Time at={takenAt} as="clock" />
        </span>
      ) : (
        <span className={css.quiet}>
          As of <Time at={takenAt} as="clock" />
        </span>
      )}
      {(error ?? failed[0]) && (
        <span className={css.stale} title={error ?? failed[0]?.message}>
          {error === undefined
            ? `Could not refresh ${sourceNames(failed.map(({ source }) => source)).join(', ')}.`
            : 'Could not refresh the rows.'}
        </span>
      )}
      <span className={css.renew}>
        <CommandButton
          call="triage.renew"
          tone={fresh > 0 ? 'plain' : 'bare'}
          label={isReloading ? 'Reloading…' : 'Reload queue'}
        />
      </span>
    </p>
  )
}

type EmptyQueueProps = {
  queue: TriageQueue
  /** Sources that the user may read. */
  sources: readonly TriageSource[]
  /** Sources that the user has no permission to read. */
  closed: readonly TriageSource[]
}

const reload = <CommandButton call="triage.renew" label="Reload queue" tone="primary" />

/** Replaces an empty queue, and distinguishes "nothing to triage" from "nothing could be read". */
export function EmptyQueue({ queue, sources, closed }: EmptyQueueProps) {
  if (sources.length === 0 && closed.length === 0) return <TurnedOffNotice title="Triage" />
  if (sources.length === 0)
    return (
      <Notice tone="closed" title="Your role cannot read any triage source">
        {`Triage lists ${formatNames(sourceNames(closed))}. Ask an administrator for a role that can read them.`}
      </Notice>
    )
  const read = sources.filter((source) => !queue.failed.some((one) => one.source === source))
  if (read.length === 0)
    return (
      <Notice tone="bad" title="The queue could not be read" actions={reload}>
        {queue.failed[0]?.message}
      </Notice>
    )
  return (
    <>
      <QueueWarnings {...queue} closed={closed} />
      <Notice
        tone="good"
        title={read.length < sources.length ? 'Nothing else to triage' : 'Nothing to triage'}
        actions={reload}
      >
        {`There are no ${formatNames(sourceNames(read)).replace(/ and /, ' or ')}.`}
      </Notice>
    </>
  )
}
