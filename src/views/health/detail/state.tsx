import { useMutationState, useQuery } from '@tanstack/react-query'
import { checkDetails } from '../../../api/check-detail'
import { checks, type CheckStatus, resultOf, runMessage } from '../../../api/checks'
import { formatDuration } from '../../../lib/format'
import { useLive } from '../../shell/stores'
import { StatusShape } from '../../../ui/status'
import { Time } from '../../../ui/time'
import css from './last-run.module.css'

const POLL_MS = 10_000
/** The backend keeps single runs this long. */
const EVER_MS = 30 * 86_400_000

const lastWords = { passed: 'Last run passed', failed: 'Last run failed', 'not run': 'Not run' } as const
export const shapes = { passed: 'healthy', failed: 'unhealthy', 'not run': 'unknown' } as const

/** The newest run. A run started here is shown as soon as it has ended. */
export function LastRun({ id }: { id: string }) {
  const refetchInterval = useLive() && POLL_MS
  const newest = useQuery({
    ...checkDetails.history(id, EVER_MS, { status: undefined, durationMs: undefined }, { index: 0, size: 1 }),
    refetchInterval,
  })
  const { isRunning, answer } = useRunNow(id)
  const stored = newest.data?.rows[0]
  const run = answer && (!stored || answer.time > stored.time) ? answer : stored
  if (!run && !isRunning) return null
  const words = run && runMessage(run)
  const result = run && resultOf(run)
  return (
    <figure className={css.message} data-result={result} data-running={isRunning || undefined} aria-label="Last run">
      <figcaption className={css.caption}>
        {isRunning ? (
          <>
            <span className={css.spinner} aria-hidden="true" /> Running now…
          </>
        ) : (
          run &&
          result && (
            <>
              <StatusShape health={shapes[result]} size={9} />
              <span>
                {lastWords[result]} <Time at={run.time} as="ago" />
                {typeof run.duration === 'number' && result !== 'not run' && ` in ${formatDuration(run.duration)}`}
              </span>
            </>
          )
        )}
      </figcaption>
      {words && <pre>{words}</pre>}
    </figure>
  )
}

/** The newest run of this check that was started in this tab. */
function useRunNow(id: string): { isRunning: boolean; answer: CheckStatus | undefined } {
  const { data, dataUpdatedAt } = useQuery(checks.ran(id))
  const [pending] = useMutationState({
    filters: { mutationKey: checks.running, status: 'pending', predicate: ({ state }) => state.variables === id },
    select: ({ state }) => state.submittedAt,
  })
  return {
    isRunning: pending !== undefined && pending > dataUpdatedAt,
    answer: data?.start
      ? { ...data, time: data.start, status: data.invalid && !data.error ? null : data.pass }
      : undefined,
  }
}
