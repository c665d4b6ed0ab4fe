import { useMutationState, useQuery } from '@tanstack/react-query'
import { checkDetails } from '@/api/health/check-detail'
import { checks, type CheckStatus } from '@/api/health/checks'
import { useLiveUpdates } from '../../shared/stores'

const POLL_MS = 10_000
/** Milliseconds that the backend retains single runs. */
const EVER_MS = 30 * 86_400_000

export type LastCheckRun = { run: CheckStatus | undefined; isRunning: boolean }

/** The newest run of a check. A run started in this tab is available as soon as it has ended. */
export function useLastRun(id: string): LastCheckRun {
  const refetchInterval = useLiveUpdates() && POLL_MS
  const newest = useQuery({
    ...checkDetails.history(id, EVER_MS, { status: undefined, durationMs: undefined }, { index: 0, size: 1 }),
    refetchInterval,
  })
  const { isRunning, answer } = useRunNow(id)
  const stored = newest.data?.rows[0]
  return { run: answer && (!stored || answer.time > stored.time) ? answer : stored, isRunning }
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
