import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useMemo } from 'react'
import { formatCount, formatPercent } from '@/shared/format'
import type { HistogramBin } from '@/lib/charts/series'
import { valueTicks } from '@/lib/charts/series-ticks'
import { measureLabels, BottomAxis, ValueAxis } from './axes'
import { toBins } from './bins'
import css from './charts.module.css'
import { ChartFigure, ChartTable } from './figure'
import { Plot, type PlotStops } from './plot'
import { describeHistogram } from './chart-descriptions'
import { chartHeight, type HistogramSpec } from './chart-spec'
import { useWidth } from '../use-width'

const AXIS = 22
const LABEL = 64
/** The maximum width of a bar in pixels. */
const MAX_BAR_WIDTH = 120

export function HistogramChart({ spec }: { spec: HistogramSpec }) {
  const { title, format, one } = spec
  const { ref, width } = useWidth()
  const height = chartHeight(spec)
  const bins = useMemo(() => toBins(spec), [spec])
  const total = bins.reduce((sum, { count }) => sum + count, 0)
  const counts = valueTicks(
    bins.map(({ count }) => count),
    4,
    'count'
  )
  const left = Math.min(width / 2, measureLabels(counts.map(String)))
  const [top, bottom, right] = [10, height - AXIS, Math.max(left + 1, width - LABEL / 2)]
  const x = scaleLinear<number>({ domain: [0, bins.length], range: [left, right] })
  const y = scaleLinear<number>({ domain: [0, counts.at(-1) ?? 1], range: [bottom, top] })
  const barWidth = Math.max(1, Math.min(MAX_BAR_WIDTH, x(1) - x(0) - 2))
  const stops: PlotStops = {
    ids: bins.map((_, at) => at),
    xs: bins.map((_, at) => x(at + 0.5)),
    stopAt(at) {
      const bin = bins[at]
      const count = bin?.count ?? 0
      return {
        title: bin ? formatBin(bin, format) : '',
        lines: [{ value: `${formatCount(count, one)}, ${formatPercent((count / total) * 100)}` }],
        dots: [y(count)],
      }
    },
  }
  const every = Math.max(1, Math.ceil((bins.length * LABEL) / Math.max(1, right - left)))
  // A bin of a single value has no edges, so its label is centred.
  const edges = bins.map(({ from, to }, at) => ({ at: from === to ? 0.5 : at, label: format(from) }))
  const end = bins.slice(-1).flatMap(({ from, to }) => (from === to ? [] : [{ at: bins.length, label: format(to) }]))
  const ticks = [...edges, ...end].filter((_, at) => at % every === 0)
  return (
    <ChartFigure
      title={title}
      summary={useMemo(() => describeHistogram(spec), [spec])}
      table={<BinsTable spec={spec} />}
    >
      <div ref={ref} className={css.area} style={{ height }}>
        {bins.length === 0 && <p className={css.nothing}>No data</p>}
        {width > 0 && bins.length > 0 && (
          <Plot title={title} width={width} height={height} stops={stops} top={top} bottom={bottom}>
            <ValueAxis scale={y} left={left} width={right - left} ticks={counts} format={String} />
            {bins.map(({ from, count }, at) => (
              <Bar
                key={from}
                className={css.bar ?? ''}
                x={x(at + 0.5) - barWidth / 2}
                y={count === 0 ? bottom : Math.min(y(count), bottom - 2)}
                width={barWidth}
                height={count === 0 ? 0 : Math.max(2, bottom - y(count))}
              />
            ))}
            <BottomAxis scale={x} top={bottom} ticks={ticks} />
          </Plot>
        )}
      </div>
    </ChartFigure>
  )
}

const formatBin = ({ from, to }: HistogramBin, format: (value: number) => string) =>
  from === to ? format(from) : `${format(from)} to ${format(to)}`

const BinsTable = ({ spec }: { spec: HistogramSpec }) => (
  <ChartTable
    title={spec.title}
    columns={['Range', 'Count']}
    rows={toBins(spec).map((bin) => ({ key: bin.from, cells: [formatBin(bin, spec.format), bin.count] }))}
  />
)
