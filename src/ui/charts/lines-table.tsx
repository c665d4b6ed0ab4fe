import { isKnown, timesOf } from '../../lib/series'
import { ChartTable } from './figure'
import { Moment } from './moment'
import type { LinesSpec } from './spec'
import { tallyLabel } from './tallies'

export function LinesTable({
  spec: { title, series, format, events, tallies },
  timeZone,
}: {
  spec: LinesSpec
  timeZone: string
}) {
  const times = timesOf([...series, { points: (events?.list ?? []).map(({ time }) => ({ time, value: null })) }])
  const values = series.map(({ points }) => new Map(points.map((point) => [point.time, point])))
  const rows = times.map((time) => ({
    key: time,
    cells: [
      <Moment key="time" time={time} timeZone={timeZone} />,
      ...values.map((byTime) => {
        const point = byTime.get(time)
        return point && isKnown(point) ? format(point.value) : '–'
      }),
      ...(tallies ? [tallies.flatMap((tally) => (tally.from === time ? [tallyLabel(tally)] : [])).join()] : []),
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
