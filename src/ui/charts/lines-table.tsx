import { isKnownPoint, collectTimes } from '@/lib/charts/series'
import { ChartTable } from './figure'
import { ExactTime } from './exact-time'
import type { LinesSpec } from './chart-spec'
import { describeTally } from './tallies'

export function LinesTable({
  spec: { title, series, format, events, tallies },
  timeZone,
}: {
  spec: LinesSpec
  timeZone: string
}) {
  const times = collectTimes([...series, { points: (events?.list ?? []).map(({ time }) => ({ time, value: null })) }])
  const values = series.map(({ points }) => new Map(points.map((point) => [point.time, point])))
  const rows = times.map((time) => ({
    key: time,
    cells: [
      <ExactTime key="time" time={time} timeZone={timeZone} />,
      ...values.map((byTime) => {
        const point = byTime.get(time)
        return point && isKnownPoint(point) ? format(point.value) : '–'
      }),
      ...(tallies ? [tallies.flatMap((tally) => (tally.from === time ? [describeTally(tally)] : [])).join()] : []),
      ...(events ? [events.list.flatMap((event) => (event.time === time ? [event.label] : [])).join(', ')] : []),
    ],
  }))
  const columns = [
    'Time',
    ...series.map(({ name }) => name),
    ...(tallies ? ['Runs'] : []),
    ...(events ? ['Events'] : []),
  ]
  return <ChartTable title={title} columns={columns} rows={rows} />
}
