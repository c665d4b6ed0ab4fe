import { useQuery } from '@tanstack/react-query'
import { seriesContinuation, type SeriesContinuation, LONGEST_MESSAGE } from '@/api/health/series-continuation'
import { type CheckStatus, runMessage } from '@/api/health/checks'
import type { HistoryPage } from './spans'

/** Continuations of the first and the last span beyond the page; undefined if unknown or if there are none. */
export type SpanContinuations = { earlier: SeriesContinuation | undefined; later: SeriesContinuation | undefined }

const nothing: CheckStatus = { time: '', status: null }

const isShort = (run: CheckStatus) => (runMessage(run)?.length ?? 0) <= LONGEST_MESSAGE

/** @param runs the runs of the page, newest first and without gaps; undefined if spans are not shown */
export function useSpanContinuations(
  id: string,
  windowMs: number,
  runs: readonly CheckStatus[] | undefined,
  { index, size, total }: HistoryPage
): SpanContinuations {
  const [newest = nothing, oldest = nothing] = [runs?.[0], runs?.at(-1)]
  const hasEarlier = runs !== undefined && total !== undefined && index * size + runs.length < total
  const earlier = useQuery({
    ...seriesContinuation.alike(id, windowMs, oldest, 'earlier', { index, size }),
    enabled: hasEarlier && isShort(oldest),
  })
  const hasLater = runs !== undefined && runs.length > 0 && index > 0
  const later = useQuery({
    ...seriesContinuation.alike(id, windowMs, newest, 'later', { index, size }),
    enabled: hasLater && isShort(newest),
  })
  return { earlier: hasEarlier ? earlier.data : undefined, later: hasLater ? later.data : undefined }
}
