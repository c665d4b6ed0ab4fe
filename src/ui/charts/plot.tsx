import { localPoint } from '@visx/event'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { nearestAt } from '@/lib/charts/series'
import css from './charts.module.css'

/** The content of the cursor at one point. */
type PlotStop = {
  title: string
  /** `name` is absent if there is only one value. */
  lines: readonly { name?: string; value: string }[]
  /** The positions of the values, in pixels from the top. */
  dots: readonly number[]
}

/** The points that the cursor can stop at. Each has an id that stays the same with new data: its time or index. */
export type PlotStops = {
  ids: readonly number[]
  /** Positions in pixels from the left, in the same order. */
  xs: readonly number[]
  stopAt: (at: number) => PlotStop
}

type Props = {
  title: string
  width: number
  height: number
  stops: PlotStops
  /** The top and bottom of the cursor line, in pixels. */
  top: number
  bottom: number
  /** The index at which the cursor starts. Default: the last point. */
  start?: number
  /** Called on Enter or a press at a point. */
  onChoose?: (at: number) => void
  /**
   * Called when a range of points was selected, both inclusive: by Shift with cursor keys and Enter, or by dragging.
   */
  onBrush?: (from: number, to: number) => void
  children: ReactNode
}

/** The share of all points that PageUp and PageDown move by. */
const PAGE = 0.1

/**
 * A drawing with a cursor: one tab stop, with arrow keys or the pointer moving between points. The drawing is passed as
 * `children`, so that it does not render again when the cursor moves.
 */
export function Plot(props: Props) {
  const { title, width, height, stops, top, bottom, onBrush, children } = props
  const { ids, xs, stopAt } = stops
  const { at, shown, range, handlers } = usePlotCursor(props)
  const x = xs[at]
  const stop = x === undefined ? undefined : stopAt(at)
  const [low, high] = range ? [xs[range[0]] ?? 0, xs[range[1]] ?? 0] : [0, 0]
  /** Half of the distance between two points, in pixels. */
  const half = ids.length > 1 ? ((xs[1] ?? 0) - (xs[0] ?? 0)) / 2 : width / 2
  return (
    // The role is slider because screen readers pass arrow keys on to sliders and speak the text of their value.
    <div
      className={css.plot}
      role="slider"
      aria-roledescription="chart cursor"
      aria-label={title}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, ids.length)}
      aria-valuenow={shown + 1}
      aria-valuetext={ids.length === 0 ? 'no data' : `${describeStop(stopAt(shown))}${describeRange(range)}`}
      {...(onBrush && { 'aria-description': 'Shift with arrow keys selects a range, Enter narrows the time to it' })}
      tabIndex={0}
      {...handlers}
    >
      <svg width={width} height={height} aria-hidden="true">
        {children}
        {range && (
          <rect className={css.brush} x={low - half} width={high - low + 2 * half} y={top} height={bottom - top} />
        )}
        {stop && (
          <g className={css.cursor}>
            <line x1={x} x2={x} y1={top} y2={bottom} />
            {stop.dots.map((y, one) => (
              // oxlint-disable-next-line react/no-array-index-key -- a dot is identified by the index of its series
              <circle key={one} cx={x} cy={y} r="3.5" />
            ))}
          </g>
        )}
      </svg>
      {stop && x !== undefined && <PlotTip stop={stop} x={x} width={width} />}
    </div>
  )
}

/** The values at the cursor, on the side of it that has more space. */
const PlotTip = ({ stop, x, width }: { stop: PlotStop; x: number; width: number }) => (
  <div className={css.tip} style={x > width / 2 ? { right: width - x + 8 } : { left: x + 8 }} aria-hidden="true">
    <span className={css.tipTitle}>{stop.title}</span>
    {stop.lines.map(({ name, value }, one) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity
      <span key={one} className={css.tipLine}>
        {name && <span className={css.tipName}>{name}</span>}
        {value}
      </span>
    ))}
  </div>
)

/**
 * The cursor of a plot, and the range that the user is selecting with it.
 * @returns `at`: the index of the point at the cursor, or -1; `shown`: the same, or the index at which the cursor starts
 */
function usePlotCursor({ stops: { ids, xs }, start, onChoose, onBrush }: Props) {
  const [cursor, setCursor] = useState<{ id: number; isPinned: boolean }>()
  /** The id of the point at which a range starts. The range ends at the cursor. */
  const [anchor, setAnchor] = useState<number>()
  const at = cursor ? nearestAt(ids, cursor.id) : -1
  // The newest point is usually the most relevant.
  const initial = Math.max(0, start ?? ids.length - 1)
  const shown = at < 0 ? initial : at
  const from = anchor === undefined ? -1 : nearestAt(ids, anchor)
  const range = from < 0 || at < 0 ? undefined : ([Math.min(from, at), Math.max(from, at)] as const)

  function choose(one: number, other: number) {
    setAnchor(undefined)
    onBrush?.(Math.min(one, other), Math.max(one, other))
  }
  function moveTo(index: number) {
    const next = Math.min(ids.length - 1, Math.max(0, index))
    const id = ids[next]
    if (id !== undefined) setCursor({ id, isPinned: true })
  }
  const pointAt = (event: PointerEvent<HTMLDivElement>) => {
    const point = localPoint(event.currentTarget, event)
    return point ? ids[nearestAt(xs, point.x)] : undefined
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && !onBrush)) return
    if (event.key === 'Enter' && onBrush && ids.length > 0) {
      event.preventDefault()
      choose(from < 0 ? shown : from, shown)
      return
    }
    if (event.key === 'Escape' && anchor !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      setAnchor(undefined)
      return
    }
    if (event.key === 'Enter' && onChoose && ids.length > 0) {
      event.preventDefault()
      onChoose(shown)
      return
    }
    const target = keyTarget(event.key, shown, ids.length)
    if (target === undefined) return
    event.preventDefault()
    if (event.shiftKey) setAnchor((one) => one ?? ids[shown])
    else setAnchor(undefined)
    moveTo(target)
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const id = pointAt(event)
    if (id !== undefined) setCursor({ id, isPinned: false })
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const id = onBrush && event.button === 0 ? pointAt(event) : undefined
    if (id === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setCursor({ id, isPinned: false })
    setAnchor(id)
  }
  return {
    at,
    shown,
    range,
    handlers: {
      onKeyDown,
      onFocus: ({ currentTarget }: FocusEvent) => void (currentTarget.matches(':focus-visible') && moveTo(initial)),
      onBlur() {
        setCursor(undefined)
        setAnchor(undefined)
      },
      onPointerDown,
      onPointerUp: () => void (anchor !== undefined && at >= 0 && choose(from, at)),
      onPointerMove,
      onClick: () => void (at >= 0 && onChoose?.(at)),
      onPointerLeave: () => setCursor((one) => (one?.isPinned ? one : undefined)),
    },
  }
}

/** The index to which a key moves the cursor; it may be beyond the points. Undefined for other keys. */
function keyTarget(key: string, shown: number, count: number): number | undefined {
  const page = Math.max(1, Math.round(count * PAGE))
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: shown - 1,
    ArrowRight: shown + 1,
    PageUp: shown - page,
    PageDown: shown + page,
    Home: 0,
    End: count - 1,
  }
  return targets[key]
}

/** The number of selected points, appended to the text of the point. */
const describeRange = (range: readonly [number, number] | undefined) =>
  range && range[1] > range[0] ? `, ${range[1] - range[0] + 1} selected` : ''

const describeStop = ({ title, lines }: PlotStop) =>
  `${title}: ${lines.map(({ name, value }) => (name ? `${name} ${value}` : value)).join(', ')}`
