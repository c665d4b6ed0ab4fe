import { type CheckGraph, GRAPH_POINTS } from '../../../api/check-detail'
import { graphStepMs } from '../../../lib/graph-step'
import type { Point, Span } from '../../../lib/series'
import type { Tally } from '../../../ui/charts/spec'

export type Overview = { points: Point[]; tallies: Tally[] }

/**
 * What is drawn of a check's graph: at most 300 parts of exactly this window. The backend's parts begin on the round
 * minute or hour, so the first of them sticks out of the window; years of them are put together.
 */
export function overviewOf(status: CheckGraph['status'], window: Span): Overview {
  const lengthMs = window.to - window.from
  const stepMs = graphStepMs(lengthMs)
  // One less, for the part that sticks out.
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
