import type { LanesSpec, ChartMark } from './chart-spec'

type Lane = LanesSpec['lanes'][number] & { marks: ChartMark[] }

/**
 * One lane per resource, in the order of their first rows. Resources beyond the limit share the last lane.
 * @param most maximum number of lanes without the shared one
 */
export function groupIntoLanes<R>(
  rows: readonly R[],
  { laneOf, markOf, most }: { laneOf(row: R): { id: string; name: string }; markOf(row: R): ChartMark; most: number }
): Lane[] {
  const lanes = new Map<string, Lane>()
  const others: Lane = { id: 'others', name: 'Other', marks: [] }
  for (const row of rows) {
    const { id, name } = laneOf(row)
    const known = lanes.get(id)
    const lane = known ?? (lanes.size < most ? { id, name, marks: [] } : others)
    if (!known && lane !== others) lanes.set(id, lane)
    lane.marks.push(markOf(row))
  }
  return [...lanes.values(), ...(others.marks.length > 0 ? [others] : [])]
}

/** The time range of all marks with a margin, at least ten minutes. */
export function padTimeSpan(times: readonly number[]): { from: number; to: number } {
  const from = Math.min(...times)
  const to = Math.max(...times)
  const margin = Math.max((to - from) * 0.05, (LEAST_MS - (to - from)) / 2)
  return { from: from - margin, to: to + margin }
}
const LEAST_MS = 10 * 60_000
