import type { Queue, IncidentState } from '../../api/triage'
import { asSentence, capital } from '../../lib/format'
import { aboutSource, type TriageSource } from '../../lib/triage'
import { Banner } from '../../ui/notice'
import { Time } from '../../ui/time'
import { CommandButton } from '../shell/commands/command-button'
import { isUndecided, type Row } from './rows'
import css from './triage.module.css'

type TroubleProps = Pick<Queue, 'failed' | 'cut'> & {
  /** Sources that this person may not read. */
  closed: readonly TriageSource[]
}

const whats = (sources: readonly TriageSource[]) => sources.map((source) => aboutSource[source].what)

/** What the queue does not have, and why: a source that could not be read must not look like one with nothing in it. */
export const Trouble = ({ failed, cut, closed }: TroubleProps) => (
  <>
    {failed.map(({ source, message }) => (
      <Banner
        key={source}
        tone="bad"
        actions={<CommandButton call="triage.renew" label="Try again" />}
      >{`${capital(aboutSource[source].what)} could not be read. ${asSentence(message)}`}</Banner>
    ))}
    {(cut.length > 0 || closed.length > 0) && (
      <p className={css.note}>
        {cut.map(({ source, listed, total }) => (
          <span
            key={source}
          >{`${listed.toLocaleString('en')} of ${total.toLocaleString('en')} ${aboutSource[source].what} are listed.`}</span>
        ))}
        {closed.length > 0 && (
          <span>{`Not here, because your role may not read them: ${whats(closed).join(', ')}.`}</span>
        )}
      </p>
    )}
  </>
)

type SumProps = {
  takenAt: string
  rows: readonly Row[]
  standing: IncidentState
  /** Why it is not known how the rows are now. */
  trouble: string | undefined
  isTaking: boolean
}

/** How far one is, and whether there is more since. It has its line always, so that nothing below it moves. */
export function Sum({ takenAt, rows, standing: { fresh, isMore, failed }, trouble, isTaking }: SumProps) {
  const left = rows.filter(isUndecided).length
  return (
    <p className={css.sum} role="group" aria-label="How far the queue is">
      <span>
        <strong>{left.toLocaleString('en')}</strong> undecided
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
      {(trouble ?? failed[0]) && (
        <span className={css.stale} title={trouble ?? failed[0]?.message}>
          {trouble === undefined
            ? `How ${whats(failed.map(({ source }) => source)).join(', ')} are now is not known.`
            : 'How the rows are now is not known.'}
        </span>
      )}
      <span className={css.renew}>
        <CommandButton
          call="triage.renew"
          tone={fresh > 0 ? 'plain' : 'bare'}
          label={isTaking ? 'Taking it anew…' : 'New queue'}
        />
      </span>
    </p>
  )
}
