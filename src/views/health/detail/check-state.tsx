import { runVerdict, runMessage } from '@/api/health/checks'
import { formatDuration } from '@/shared/format'
import { formatClock } from '@/lib/format-date'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import type { LastCheckRun } from './last-run'
import css from './state.module.css'

/** The state fields that both the list and the check's own request return. */
export type CheckStateFields = {
  status: 'healthy' | 'unhealthy' | 'unknown'
  /** ISO times. */
  last_runtime?: string | null | undefined
  last_transition_time?: string | null | undefined
}

export const resultShapes = { passed: 'healthy', failed: 'unhealthy', 'not run': 'unknown' } as const
const lastWords = { passed: 'Last run passed', failed: 'Last run failed', 'not run': 'Not run' } as const

/** The state in words, with the ISO time it began. A check that does not run is neither unhealthy nor healthy. */
export function checkState({ status, last_runtime, last_transition_time }: CheckStateFields): {
  words: string
  since?: string
} {
  if (status === 'unknown') return last_runtime ? { words: 'Not run', since: last_runtime } : { words: 'Never run' }
  const words = status === 'unhealthy' ? 'Unhealthy' : 'Healthy'
  return last_transition_time ? { words, since: last_transition_time } : { words }
}

/**
 * The spoken state, such as `Unhealthy since 06:09 CET: response code 503`. It contains no ages, so that it changes only
 * when the state does.
 */
export function describeState(
  check: CheckStateFields,
  message: string | null,
  reader: { now: Date; timeZone: string }
): string {
  const { words, since } = checkState(check)
  const state = since ? `${words} since ${formatClock(new Date(since), reader)}` : words
  if (!message) return state
  return `${state}: ${message}`
}

/** The state of a check, the time it began, and the message of its last run. Shown above all figures. */
export function CheckState({
  check,
  lastRun: { run, isRunning },
}: {
  check: CheckStateFields | undefined
  lastRun: LastCheckRun
}) {
  const state = check && checkState(check)
  const result = run && runVerdict(run)
  const words = run && runMessage(run)
  if (!state && !run && !isRunning) return null
  return (
    <figure className={css.state} data-health={check?.status ?? (result && resultShapes[result])} aria-label="State">
      {state && (
        <p className={css.since}>
          <StatusShape health={check.status} size={10} />
          <span>
            {state.words}
            {state.since && (
              <>
                {' since '}
                <Time at={state.since} as="clock" />, <Time at={state.since} as="age" />
              </>
            )}
          </span>
        </p>
      )}
      {words && <pre>{words}</pre>}
      {(run || isRunning) && (
        <figcaption className={css.caption}>
          {isRunning ? (
            <>
              <span className={css.spinner} aria-hidden="true" /> Running now…
            </>
          ) : (
            run &&
            result && (
              <span>
                {lastWords[result]} <Time at={run.time} as="ago" />
                {typeof run.duration === 'number' && result !== 'not run' && ` in ${formatDuration(run.duration)}`}
              </span>
            )
          )}
        </figcaption>
      )}
    </figure>
  )
}
