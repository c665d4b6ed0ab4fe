import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useId, useMemo } from 'react'
import { formatCount } from '@/shared/format'
import { findExtent } from '@/lib/charts/series'
import { formatZone } from '../../lib/format-date'
import { formatTickTime, timeTicks, valueTicks } from '@/lib/charts/series-ticks'
import { useTimeDisplay } from '../time'
import { measureLabels, BottomAxis, ValueAxis } from './axes'
import css from './charts.module.css'
import { ChartFigure, ChartTable } from './figure'
import { ChartLegend } from './legend'
import { ExactTime } from './exact-time'
import { TonePatterns } from './patterns'
import { Plot, type PlotStops } from './plot'
import { describeStack, sumBucket } from './chart-descriptions'
import { type ChartBucket, chartHeight, type StackSpec, type ChartTone } from './chart-spec'
import { useWidth } from '../use-width'

const AXIS = 22
const TICK_EVERY = 76
const CLEAR = 24

export function StackChart({ spec }: { spec: StackSpec }) {
  const { title, layers, inLanes = false, one } = spec
  const { timeZone } = useTimeDisplay()
  const { ref, width } = useWidth()
  const height = chartHeight(spec)
  const pattern = useId()
  const layout = useMemo(() => layoutOf(spec, width, timeZone), [spec, width, timeZone])
  const { left, right, top, bottom, y, isEmpty } = layout
  return (
    <ChartFigure
      title={title}
      summary={useMemo(() => describeStack(spec, timeZone), [spec, timeZone])}
      legend={<ChartLegend entries={layers} />}
      table={<BucketsTable spec={spec} timeZone={timeZone} />}
    >
      <div ref={ref} className={css.area} style={{ height }}>
        {isEmpty && <p className={css.nothing}>No {one}s</p>}
        {width > 0 && !isEmpty && (
          <Plot
            title={title}
            width={width}
            height={height}
            stops={layout.stops}
            top={top}
            bottom={bottom}
            {...(spec.onBrush && { onBrush: (from: number, to: number) => brush(spec, from, to) })}
          >
            <TonePatterns id={pattern} />
            {inLanes ? (
              layers.map(({ id, name }, lane) => (
                <g key={id} className={css.lane}>
                  <line x1={left} x2={right} y1={layout.laneBottom(lane)} y2={layout.laneBottom(lane)} />
                  <text className={css.label} x={left - 6} y={layout.laneBottom(lane) - 6} textAnchor="end">
                    {name}
                  </text>
                </g>
              ))
            ) : (
              <ValueAxis scale={y} left={left} width={right - left} ticks={layout.ticks} format={String} />
            )}
            {layout.bars.map(({ key, tone, ...bar }) => (
              <Bar key={key} {...bar} fill={`url(#${pattern}${tone})`} />
            ))}
            <BottomAxis scale={layout.x} top={bottom} ticks={layout.timeTicks} zone={{ name: layout.zone, left }} />
          </Plot>
        )}
      </div>
    </ChartFigure>
  )
}

function brush({ buckets, onBrush }: StackSpec, first: number, last: number) {
  const [from, to] = [buckets[first]?.from, buckets[last]?.to]
  if (from !== undefined && to !== undefined) onBrush?.({ from, to })
}

type Box = { key: string; tone: ChartTone; x: number; y: number; width: number; height: number }

function layoutOf(spec: StackSpec, width: number, timeZone: string) {
  const { layers, buckets, inLanes, one } = spec
  const height = chartHeight(spec)
  const [from, to] = [buckets[0]?.from ?? 0, buckets.at(-1)?.to ?? 1]
  const ticks = valueTicks(buckets.map(sumBucket), spec.isLow ? 2 : 4, 'count')
  const zone = formatZone(new Date(to), timeZone)
  const labels = inLanes ? layers.map(({ name }) => name) : ticks.map(String)
  const left = Math.min(width / 2, measureLabels([...labels, zone]))
  const [top, bottom, right] = [inLanes ? 0 : 10, height - AXIS, Math.max(left + 1, width - 8)]
  const x = scaleLinear<number>({ domain: [from, to], range: [left, right] })
  const y = scaleLinear<number>({ domain: [0, ticks.at(-1) ?? 1], range: [bottom, top] })
  const laneHeight = (bottom - top) / Math.max(1, layers.length)
  const laneBottom = (lane: number) => top + (lane + 1) * laneHeight
  // All lanes share one scale, so that bar heights are comparable.
  const counts = buckets.flatMap((bucket) => layers.map(({ id }) => bucket.counts[id] ?? 0))
  const [, fullest] = findExtent([1, ...counts])
  const laneY = scaleLinear<number>({ domain: [0, fullest], range: [0, laneHeight - 6] })

  function toBars(bucket: ChartBucket): Box[] {
    const place = { x: x(bucket.from) + 0.5, width: Math.max(1, x(bucket.to) - x(bucket.from) - 1) }
    let below = 0
    return layers.flatMap(({ id, tone }, lane): Box[] => {
      const count = bucket.counts[id] ?? 0
      if (count === 0) return []
      const key = `${bucket.from} ${id}`
      if (inLanes) {
        const size = Math.max(2, laneY(count))
        return [{ key, tone, ...place, y: laneBottom(lane) - size, height: size }]
      }
      const [foot, head] = [y(below), y(below + count)]
      below += count
      // Leaves one pixel of background between layers.
      return [{ key, tone, ...place, y: head, height: Math.max(1, foot - head - 1) }]
    })
  }
  const stops: PlotStops = {
    ids: buckets.map((bucket) => bucket.from),
    xs: buckets.map((bucket) => x((bucket.from + bucket.to) / 2)),
    stopAt(at) {
      const bucket = buckets[at]
      if (!bucket) return { title: '', lines: [], dots: [] }
      const byLayer = layers.flatMap(({ id, name }) => {
        const count = bucket.counts[id] ?? 0
        return count > 0 ? [{ name, value: String(count) }] : []
      })
      const total = sumBucket(bucket)
      return {
        title: `${formatTickTime(bucket.from, to - from, timeZone)} to ${formatTickTime(bucket.to, to - from, timeZone)}`,
        lines: [{ value: total === 0 ? `no ${one}s` : formatCount(total, one) }, ...byLayer],
        dots: inLanes ? [] : [y(total)],
      }
    },
  }
  return {
    isEmpty: buckets.every((bucket) => sumBucket(bucket) === 0),
    left,
    zone,
    right,
    top,
    bottom,
    x,
    y,
    ticks,
    laneBottom,
    bars: buckets.flatMap(toBars),
    stops,
    // Omits ticks that would overlap the time zone.
    timeTicks: timeTicks(from, to, Math.max(1, Math.floor((right - left) / TICK_EVERY)), timeZone).flatMap(
      ({ time, label }) => (x(time) - left < CLEAR ? [] : [{ at: time, label }])
    ),
  }
}

function BucketsTable({ spec: { title, layers, buckets }, timeZone }: { spec: StackSpec; timeZone: string }) {
  return (
    <ChartTable
      title={title}
      columns={['From', ...layers.map(({ name }) => name), 'All']}
      rows={buckets.map((bucket) => ({
        key: bucket.from,
        cells: [
          <ExactTime key="from" time={bucket.from} timeZone={timeZone} />,
          ...layers.map(({ id }) => bucket.counts[id] ?? 0),
          sumBucket(bucket),
        ],
      }))}
    />
  )
}
