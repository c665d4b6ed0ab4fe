import { type CheckGraph, GRAPH_POINTS } from '../../../api/check-detail'
import { graphStepMs } from '../../../lib/graph-step'
import type { Point, Span } from '../../../lib/series'
import type { Tally } from '../../../ui/charts/spec'

export type Overview = { points: Point[]; tallies: Tally[] }

/**
 * The data of a check's chart: at most 300 points within exactly this window. The intervals of the backend start on
 * full minutes or hours, so the first may start before the window. For long windows, intervals are merged.
 */
export function overviewOf(status: CheckGraph['status'], window: Span): Overview {
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
  const overview: Overview = { points: [], tallies: [] }
  for (const [start, { passed, failed, totalMs }] of [...parts].toSorted(([a], [b]) => a - b)) {
    const from = Math.max(start, window.from)
    const runs = passed + failed
    overview.points.push({ time: from, value: runs === 0 ? null : Math.round(totalMs / runs) })
    overview.tallies.push({ from, to: Math.min(start + partMs, window.to), passed, failed })
  }
  return overview
}
