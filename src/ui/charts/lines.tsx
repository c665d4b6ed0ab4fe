import { Group } from '@visx/group'
import { scaleLinear } from '@visx/scale'
import { LinePath } from '@visx/shape'
import { useId, useMemo } from 'react'
import { formatZone } from '../../lib/format-date'
import { downsample, findExtent, isKnownPoint, type KnownPoint, splitAtGaps, collectTimes } from '@/lib/charts/series'
import { formatTickTime, timeTicks, valueTicks } from '@/lib/charts/series-ticks'
import { useTimeDisplay } from '../time'
import { measureLabels, BottomAxis, ValueAxis } from './axes'
import css from './charts.module.css'
import { ExactTime } from './exact-time'
import { ChartFigure, ChartTable } from './figure'
import { ChartLegend } from './legend'
import { EVENT_BUTTON_SIZE, ChartEvents } from './chart-events'
import { GapAreas, GapPattern } from './patterns'
import { Plot, type PlotStops } from './plot'
import { describeLineChart } from './chart-descriptions'
import { chartHeight, type LinesSpec, TALLY_HEIGHT } from './chart-spec'
import { TallyLane, describeTally } from './tallies'
import { useWidth } from '../use-width'

/** The approximate space of a tick label on the axis, in pixels. */
const TICK_EVERY = 76
const AXIS = 22

export function LineChart({ spec }: { spec: LinesSpec }) {
  const { title, series, format, threshold, events, tallies } = spec
  const { timeZone } = useTimeDisplay()
  const { ref, width } = useWidth()
  const height = chartHeight(spec)
  const summary = useMemo(() => describeLineChart(spec, timeZone), [spec, timeZone])
  const layout = useMemo(() => layoutOf(spec, width, timeZone), [spec, width, timeZone])
  const pattern = useId()
  const { x, y, left, top, bottom, right } = layout
  return (
    <ChartFigure
      title={title}
      summary={summary}
      legend={series.length > 1 && <ChartLegend entries={series.map(({ name }, at) => ({ name, line: at }))} />}
      table={<LinesTable spec={spec} timeZone={timeZone} />}
    >
      <div ref={ref} className={css.area} style={{ height }}>
        {layout.times.length === 0 && <p className={css.nothing}>No data</p>}
        {width > 0 && layout.times.length > 0 && (
          <>
            <Plot title={title} width={width} height={height} stops={layout.stops} top={top} bottom={layout.foot}>
              <GapPattern id={pattern} />
              <GapAreas id={pattern} gaps={layout.gaps} x={x} top={top} bottom={bottom} />
              <ValueAxis scale={y} left={left} width={right - left} ticks={layout.valueTicks} format={format} />
              {tallies && <TallyLane list={tallies} x={x} left={left} right={right} bottom={bottom + TALLY_HEIGHT} />}
              <BottomAxis scale={x} top={layout.foot} ticks={layout.timeTicks} zone={{ name: layout.zone, left }} />
              {threshold && (
                <g className={css.threshold}>
                  <line x1={left} x2={right} y1={y(threshold.value)} y2={y(threshold.value)} />
                  <text className={css.label} x={right} y={y(threshold.value) - 4} textAnchor="end">
                    {threshold.name} {format(threshold.value)}
                  </text>
                </g>
              )}
              {events?.list.map(({ time, label }) => (
                <line
                  key={`${time} ${label}`}
                  className={css.eventLine}
                  x1={x(time)}
                  x2={x(time)}
                  y1={top}
                  y2={layout.foot}
                />
              ))}
              {layout.visible.map(({ name, segments }, at) => (
                <Group key={name}>
                  {segments.map((points) =>
                    points.length === 1 ? (
                      points.map(({ time, value }) => (
                        <circle key={time} className={css.point} cx={x(time)} cy={y(value)} r="2.5" />
                      ))
                    ) : (
                      <LinePath<KnownPoint>
                        key={points[0]?.time}
                        className={css.line ?? ''}
                        data-line={at % 5}
                        data={[...points]}
                        x={({ time }) => x(time)}
                        y={({ value }) => y(value)}
                      />
                    )
                  )}
                </Group>
              ))}
            </Plot>
            {events && <ChartEvents {...events} title={title} x={x} rangeMs={layout.rangeMs} timeZone={timeZone} />}
          </>
        )}
      </div>
    </ChartFigure>
  )
}

function LinesTable({
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

function layoutOf(spec: LinesSpec, width: number, timeZone: string) {
  const { series, range, threshold, unit, format, events, tallies } = spec
  const all = collectTimes(series)
  const [first, last] = range ? [range.from, range.to] : findExtent(all)
  // A single point gets an axis of one minute around it.
  const [from, to] = first === last ? [first - 30_000, last + 30_000] : [first, last]
  const times = all.filter((time) => time >= from && time <= to)
  const split = series.map(({ points }) => splitAtGaps(points.filter(({ time }) => time >= from && time <= to)))
  const known = split.flatMap(({ segments }) => segments.flat())
  const ticks = valueTicks([...known.map(({ value }) => value), threshold?.value ?? 0], spec.isLow ? 3 : 5, unit)
  const zone = times.length === 0 ? '' : formatZone(new Date(to), timeZone)
  const left = Math.min(width / 2, measureLabels([...ticks.map(format), zone]))
  const right = Math.max(left + 1, width - 8)
  const top = events ? EVENT_BUTTON_SIZE + 4 : 10
  const foot = chartHeight(spec) - AXIS
  const bottom = foot - (tallies ? TALLY_HEIGHT : 0)
  const x = scaleLinear<number>({ domain: [from, to], range: [left, right] })
  const y = scaleLinear<number>({ domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1], range: [bottom, top] })
  // At most one point per pixel, because more would not be visible. Downsampling keeps spikes.
  const share = (right - left) / Math.max(1, known.length / Math.max(1, series.length))
  const visible = split.map(({ segments }, at) => ({
    name: series[at]?.name ?? '',
    segments: segments.map((points) => downsample(points, Math.ceil(points.length * share))),
  }))
  const values = series.map(({ points }) => new Map(points.map(({ time, value }) => [time, value])))
  const valueOf = (at: number, time: number) => {
    const value = values[at]?.get(time)
    return value === undefined || value === null || !Number.isFinite(value) ? undefined : value
  }
  const stops: PlotStops = {
    ids: times,
    xs: times.map((time) => x(time)),
    stopAt(at) {
      const time = times[at] ?? from
      const here = series.map(({ name }, one) => ({ name, value: valueOf(one, time) }))
      return {
        title: formatTickTime(time, to - from, timeZone),
        lines: [
          ...here.map(({ name, value }) => ({
            ...(series.length > 1 && { name }),
            value: value === undefined ? 'no data' : format(value),
          })),
          ...(tallies?.filter((tally) => tally.from === time) ?? []).map((tally) => ({ value: describeTally(tally) })),
        ],
        dots: here.flatMap(({ value }) => (value === undefined ? [] : [y(value)])),
      }
    },
  }
  return {
    times,
    rangeMs: to - from,
    zone,
    x,
    y,
    left,
    right,
    top,
    bottom,
    foot,
    stops,
    visible,
    // With several series, the gap of one would cover the line of another.
    gaps: split.length === 1 ? (split[0]?.gaps ?? []) : [],
    valueTicks: ticks,
    timeTicks: timeTicks(from, to, Math.max(1, Math.floor((right - left) / TICK_EVERY)), timeZone).map((tick) => ({
      at: tick.time,
      label: tick.label,
    })),
  }
}
