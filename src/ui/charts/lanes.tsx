import { scaleLinear } from '@visx/scale'
import { useMemo } from 'react'
import { formatCount, shorten } from '@/shared/format'
import { formatZone } from '../../lib/format-date'
import { formatTickTime, timeTicks } from '@/lib/charts/series-ticks'
import { useTimeDisplay } from '../time'
import { useWidth } from '../use-width'
import { BottomAxis, measureLabels } from './axes'
import css from './charts.module.css'
import { ChartFigure } from './figure'
import { MARK_RADIUS, MarkIcon, MarkPath } from './mark'
import { Plot, type PlotStops } from './plot'
import { EVENT_LANE_HEIGHT, chartHeight, type LanesSpec, type ChartMark, MOMENT_HEIGHT } from './chart-spec'

const AXIS = 22
const TICK_EVERY = 76
/** The maximum length of a lane name, and the approximate width of a character in pixels. */
const MOST_NAME = 22
const CHARACTER = 7
/** Below this width in pixels, names are above the lanes: next to them they would be cut to a few letters. */
const MIN_WIDTH_FOR_NAMES = 420
const NAME_HEIGHT = 16

/** Events in lanes. The chart has no table, because the list next to it shows the same events. */
export function LaneChart({ spec }: { spec: LanesSpec }) {
  const { title, lanes, legend, moment, range, chosen, onChoose } = spec
  const { timeZone } = useTimeDisplay()
  const { ref, width } = useWidth()
  const { left, right, x, marks, stops, ticks, zone, named, nameHeight } = useMemo(
    () => layoutOf({ lanes, range }, width, timeZone),
    [lanes, range, width, timeZone]
  )
  const height = chartHeight(spec) + lanes.length * nameHeight
  const bottom = height - AXIS
  const middleOf = (lane: number) => MOMENT_HEIGHT + (lane + 0.5) * EVENT_LANE_HEIGHT + (lane + 1) * nameHeight
  const sentence = `${title}: ${formatCount(marks.length, 'event')} on ${formatCount(lanes.length, 'resource')}`
  const at = marks.findIndex(({ id }) => id === chosen)
  return (
    <ChartFigure
      title={title}
      summary={sentence}
      legend={
        <ul className={css.legend}>
          {legend.map(({ name, shape }) => (
            <li key={name}>
              <MarkIcon shape={shape} />
              {name}
            </li>
          ))}
        </ul>
      }
    >
      <div ref={ref} className={css.area} style={{ height }}>
        {width > 0 && (
          <Plot
            title={title}
            width={width}
            height={height}
            stops={stops}
            top={MOMENT_HEIGHT}
            bottom={bottom}
            {...(at >= 0 && { start: at })}
            onChoose={(stop) => {
              const mark = marks[stop]
              if (mark) onChoose(mark.id)
            }}
          >
            {named.map(({ id, name }, lane) => (
              <g key={id} className={css.lane}>
                <line x1={left} x2={right} y1={middleOf(lane)} y2={middleOf(lane)} />
                {nameHeight === 0 && (
                  <text className={css.label} x={left - 8} y={middleOf(lane)} dy="0.32em" textAnchor="end">
                    {name}
                  </text>
                )}
              </g>
            ))}
            {moment && <ReferenceTime {...moment} x={x(moment.time)} width={width} bottom={bottom} />}
            {nameHeight > 0 &&
              named.map(({ id, name }, lane) => (
                <text key={id} className={css.above} x={0} y={middleOf(lane) - EVENT_LANE_HEIGHT / 2 - 3}>
                  {name}
                </text>
              ))}
            {marks.map(({ id, lane, time, shape, tone, rank }) => (
              <g key={id} transform={`translate(${x(time)} ${middleOf(lane)})`}>
                {id === chosen && <circle r={MARK_RADIUS + 4} className={css.chosen} />}
                <MarkPath shape={shape} tone={tone} />
                {rank !== undefined && (
                  <text className={css.rank} x={MARK_RADIUS + 2} y={-2}>
                    {rank}
                  </text>
                )}
              </g>
            ))}
            <BottomAxis scale={x} top={bottom} ticks={ticks} zone={{ name: zone, left }} />
          </Plot>
        )}
      </div>
    </ChartFigure>
  )
}

function ReferenceTime({ name, x, width, bottom }: { name: string; x: number; width: number; bottom: number }) {
  return (
    <g className={css.threshold}>
      <line x1={x} x2={x} y1={MOMENT_HEIGHT - 2} y2={bottom} />
      <text className={css.label} x={x} y={MOMENT_HEIGHT - 5} textAnchor={x > width - 60 ? 'end' : 'middle'}>
        {name}
      </text>
    </g>
  )
}

type Placed = ChartMark & { lane: number; on: string }

function layoutOf({ lanes, range }: Pick<LanesSpec, 'lanes' | 'range'>, width: number, timeZone: string) {
  const { from, to } = range
  const zone = formatZone(new Date(to), timeZone)
  const isAbove = width < MIN_WIDTH_FOR_NAMES
  const most = isAbove ? Math.floor(width / CHARACTER) : Math.min(MOST_NAME, Math.floor(width / 3 / CHARACTER))
  const named = lanes.map(({ id, name }) => ({ id, name: shorten(name, most) }))
  const left = measureLabels(isAbove ? [zone] : [...named.map(({ name }) => name), zone])
  const right = Math.max(left + 1, width - 14)
  const x = scaleLinear<number>({ domain: [from, to], range: [left, right] })
  const marks = lanes
    .flatMap(({ name, marks: own }, lane) => own.map((mark): Placed => ({ ...mark, lane, on: name })))
    .toSorted((a, b) => a.time - b.time)
  const stops: PlotStops = {
    ids: marks.map((_, at) => at),
    xs: marks.map(({ time }) => x(time)),
    stopAt(at) {
      const mark = marks[at]
      if (!mark) return { title: '', lines: [], dots: [] }
      return {
        title: formatTickTime(mark.time, to - from, timeZone),
        lines: [{ value: mark.label }, { value: mark.on }],
        dots: [],
      }
    },
  }
  return {
    named,
    nameHeight: isAbove ? NAME_HEIGHT : 0,
    left,
    right,
    x,
    zone,
    marks,
    stops,
    ticks: timeTicks(from, to, Math.max(1, Math.floor((right - left) / TICK_EVERY)), timeZone).map(
      ({ time, label }) => ({ at: time, label })
    ),
  }
}
