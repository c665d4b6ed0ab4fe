import { type CheckGraph, GRAPH_POINTS } from '@/api/health/check-detail'
import { graphStepMs } from '@/shared/health/graph-step'
import type { SeriesPoint, SeriesSpan } from '@/lib/charts/series'
import type { TallySpan } from '@/ui/charts/chart-spec'

type OverviewData = { points: SeriesPoint[]; tallies: TallySpan[] }

/**
 * The data of a check's chart: at most 300 points within exactly this window. The intervals of the backend start on
 * full minutes or hours, so the first may start before the window. For long windows, intervals are merged.
 */
export function buildOverview(status: CheckGraph['status'], window: SeriesSpan): OverviewData {
  const lengthMs = window.to - window.from
  const stepMs = graphStepMs(lengthMs)
  // One point less, because the first interval may start before the window.
  const partMs = stepMs * Math.max(1, Math.ceil(lengthMs / stepMs / (GRAPH_POINTS - 1)))
  const parts = new Map<number, { passed: number; failed: number; totalMs: number }>()
  for (const { time, duration, passed, failed } of status ?? []) {
    const from = Math.floor(Date.parse(time) / partMs) * partMs
    if (from + partMs <= window.from || from >= window.to) continue
    const part = parts.get(from) ?? { passed: 0, failed: 0, totalMs: 0 }
    parts.set(from, {
      passed: part.passed + passed,
      failed: part.failed + failed,
      totalMs: part.totalMs + duration * (passed + failed),
    })
  }
  const overview: OverviewData = { points: [], tallies: [] }
  for (const [start, { passed, failed, totalMs }] of [...parts].toSorted(([a], [b]) => a - b)) {
    const from = Math.max(start, window.from)
    const runs = passed + failed
    overview.points.push({ time: from, value: runs === 0 ? null : Math.round(totalMs / runs) })
    overview.tallies.push({ from, to: Math.min(start + partMs, window.to), passed, failed })
  }
  return overview
}
