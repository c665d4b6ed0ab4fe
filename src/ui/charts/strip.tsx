import { scaleBand } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useMemo } from 'react'
import { formatDuration } from '@/shared/format'
import { formatTickTime } from '@/lib/charts/series-ticks'
import { useTimeDisplay } from '../time'
import css from './charts.module.css'
import { ChartFigure, ChartTable } from './figure'
import { ExactTime } from './exact-time'
import { Plot, type PlotStops } from './plot'
import { describeStrip } from './chart-descriptions'
import { STRIP_HEIGHT, type ChartRun, type StripSpec } from './chart-spec'
import { useWidth } from '../use-width'

/** With fewer runs than this, the old end stays empty instead of wider bars. */
const MIN_SLOTS = 50
/** The minimum bar width in pixels. If not all runs fit, only the newest are shown; the description counts all. */
const MIN_BAR_WIDTH = 3
const FOOT = STRIP_HEIGHT - 4
/** Passed runs are always lower than failed ones. */
const HIGHEST = FOOT - 10

/** One bar per run: by duration if it passed, over the whole height if it failed, an outline if it did not run. */
export function RunStrip({ spec }: { spec: StripSpec }) {
  const { title, runs, hasTable } = spec
  const { timeZone } = useTimeDisplay()
  const { ref, width } = useWidth()
  const { shown, x, stops, longest } = useMemo(() => layoutOf(runs, width, timeZone), [runs, width, timeZone])
  return (
    <ChartFigure
      title={title}
      summary={useMemo(() => describeStrip(spec), [spec])}
      isBare={hasTable}
      {...(!hasTable && { table: <RunsTable spec={spec} timeZone={timeZone} /> })}
    >
      <div ref={ref} className={css.area} style={{ height: STRIP_HEIGHT }}>
        {runs.length === 0 && <p className={css.nothing}>No runs</p>}
        {width > 0 && runs.length > 0 && (
          <Plot title={title} width={width} height={STRIP_HEIGHT} stops={stops} top={0} bottom={FOOT}>
            <line className={css.axis} x1="0" x2={width} y1={FOOT} y2={FOOT} />
            {shown.map((run, at) => (
              <Bar
                key={run.time}
                className={css.run ?? ''}
                data-result={run.result}
                x={x(at)}
                width={x.bandwidth()}
                {...boxOf(run, longest)}
              />
            ))}
          </Plot>
        )}
      </div>
    </ChartFigure>
  )
}

function boxOf({ result, durationMs }: ChartRun, longest: number): { y: number; height: number } {
  if (result === 'failed') return { y: 0, height: STRIP_HEIGHT }
  if (result === 'not run') return { y: FOOT - HIGHEST / 2, height: HIGHEST / 2 - 1 }
  const height = Math.max(3, Math.round(((durationMs ?? 0) / longest) * HIGHEST))
  return { y: FOOT - height, height }
}

function layoutOf(runs: readonly ChartRun[], width: number, timeZone: string) {
  const shown = runs.slice(-Math.max(1, Math.floor(width / MIN_BAR_WIDTH)))
  // Failed runs are ignored: they often last until a timeout, which would flatten all others.
  const longest = shown.reduce((most, run) => Math.max(most, run.result === 'passed' ? (run.durationMs ?? 0) : 0), 1)
  const slots = Math.max(MIN_SLOTS, shown.length)
  // The newest run is at the right edge.
  const x = scaleBand<number>({
    domain: Array.from({ length: slots }, (_, at) => at - (slots - shown.length)),
    range: [0, width],
    paddingInner: 0.25,
  })
  const span = (shown.at(-1)?.time ?? 0) - (shown[0]?.time ?? 0)
  const left = (at: number) => x(at) ?? 0
  const stops: PlotStops = {
    ids: shown.map(({ time }) => time),
    xs: shown.map((_, at) => left(at) + x.bandwidth() / 2),
    stopAt(at) {
      const run = shown[at]
      if (!run) return { title: '', lines: [], dots: [] }
      const took = run.durationMs === null ? '' : `, ${formatDuration(run.durationMs)}`
      return { title: formatTickTime(run.time, span, timeZone), lines: [{ value: `${run.result}${took}` }], dots: [] }
    },
  }
  return { shown, longest, stops, x: Object.assign(left, { bandwidth: () => Math.max(1, x.bandwidth()) }) }
}

function RunsTable({ spec: { title, runs }, timeZone }: { spec: StripSpec; timeZone: string }) {
  return (
    <ChartTable
      title={title}
      columns={['Time', 'Result', 'Duration']}
      rows={runs.map(({ time, result, durationMs }) => ({
        key: time,
        cells: [
          <ExactTime key="time" time={time} timeZone={timeZone} />,
          result,
          durationMs === null ? '–' : formatDuration(durationMs),
        ],
      }))}
    />
  )
}
