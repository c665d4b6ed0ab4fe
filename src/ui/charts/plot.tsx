import { localPoint } from '@visx/event'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { nearestAt } from '../../lib/series'
import css from './charts.module.css'

/** What the cursor shows at one point. */
export type Stop = {
  title: string
  /** `name` is left out where there is only one value. */
  lines: readonly { name?: string; value: string }[]
  /** Where the values lie, from the top in pixels. */
  dots: readonly number[]
}

/** Points that can be gone to, each by a number that stays its own when new data comes: its time, or its place. */
export type Stops = {
  ids: readonly number[]
  /** From the left in pixels, in the same order. */
  xs: readonly number[]
  stopAt: (at: number) => Stop
}

type Props = {
  title: string
  width: number
  height: number
  stops: Stops
  /** The part of the height in which the cursor's line stands. */
  top: number
  bottom: number
  /** Where the cursor begins; otherwise at the last point. */
  start?: number
  /** Enter, or a press, at a point. */
  onChoose?: (at: number) => void
  /** A stretch of points was chosen, both included: by Shift with what moves the cursor, and then Enter, or by dragging. */
  onBrush?: (from: number, to: number) => void
  children: ReactNode
}

/** PageUp and PageDown go over this part of all points. */
const PAGE = 0.1

/**
 * The drawing with its cursor: one tab stop, arrow keys from point to point, the pointer likewise. The drawing comes as
 * `children`, so that moving the cursor does not draw it again.
 */
export function Plot({ title, width, height, stops, top, bottom, start, onChoose, onBrush, children }: Props) {
  const [cursor, setCursor] = useState<{ id: number; isKept: boolean }>()
  /** The point at which a stretch begins; it ends at the cursor. */
  const [anchor, setAnchor] = useState<number>()
  const { ids, xs, stopAt } = stops
  const at = cursor ? nearestAt(ids, cursor.id) : -1
  const x = xs[at]
  const stop = x === undefined ? undefined : stopAt(at)
  // The newest is where somebody looks first.
  const begin = Math.max(0, start ?? ids.length - 1)
  const shown = at < 0 ? begin : at
  const from = anchor === undefined ? -1 : nearestAt(ids, anchor)
  const stretch = from < 0 || at < 0 ? undefined : ([Math.min(from, at), Math.max(from, at)] as const)
  const [low, high] = stretch ? [xs[stretch[0]] ?? 0, xs[stretch[1]] ?? 0] : [0, 0]
  /** Half of what lies between two points. */
  const half = ids.length > 1 ? ((xs[1] ?? 0) - (xs[0] ?? 0)) / 2 : width / 2

  function choose(one: number, other: number) {
    setAnchor(undefined)
    onBrush?.(Math.min(one, other), Math.max(one, other))
  }

  function moveTo(wanted: number) {
    const next = Math.min(ids.length - 1, Math.max(0, wanted))
    const id = ids[next]
    if (id !== undefined) setCursor({ id, isKept: true })
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
    const page = Math.max(1, Math.round(ids.length * PAGE))
    const target = {
      ArrowLeft: shown - 1,
      ArrowRight: shown + 1,
      PageUp: shown - page,
      PageDown: shown + page,
      Home: 0,
      End: ids.length - 1,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    if (event.shiftKey) setAnchor((one) => one ?? ids[shown])
    else setAnchor(undefined)
    moveTo(target)
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const point = localPoint(event.currentTarget, event)
    const id = point ? ids[nearestAt(xs, point.x)] : undefined
    if (id !== undefined) setCursor({ id, isKept: false })
  }
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    const point = onBrush && event.button === 0 ? localPoint(event.currentTarget, event) : undefined
    const id = point ? ids[nearestAt(xs, point.x)] : undefined
    if (id === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setCursor({ id, isKept: false })
    setAnchor(id)
  }
  return (
    // Going along the points is what a slider does: readers pass the arrows on, and speak the text of its value.
    <div
      className={css.plot}
      role="slider"
      aria-roledescription="chart cursor"
      aria-label={title}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, ids.length)}
      aria-valuenow={shown + 1}
      aria-valuetext={ids.length === 0 ? 'no data' : `${textOf(stopAt(shown))}${stretchText(stretch)}`}
      {...(onBrush && { 'aria-description': 'Shift and arrows choose a stretch, Enter limits the time to it' })}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && moveTo(begin)}
      onBlur={() => {
        setCursor(undefined)
        setAnchor(undefined)
      }}
      onPointerDown={onPointerDown}
      onPointerUp={() => anchor !== undefined && at >= 0 && choose(from, at)}
      onPointerMove={onPointerMove}
      onClick={() => onChoose && at >= 0 && onChoose(at)}
      onPointerLeave={() => setCursor((one) => (one?.isKept ? one : undefined))}
    >
      <svg width={width} height={height} aria-hidden="true">
        {children}
        {stretch && (
          <rect className={css.brush} x={low - half} width={high - low + 2 * half} y={top} height={bottom - top} />
        )}
        {stop && (
          <g className={css.cursor}>
            <line x1={x} x2={x} y1={top} y2={bottom} />
            {stop.dots.map((y, one) => (
              // oxlint-disable-next-line react/no-array-index-key -- a dot is its series' place
              <circle key={one} cx={x} cy={y} r="3.5" />
            ))}
          </g>
        )}
      </svg>
      {stop && x !== undefined && (
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
      )}
    </div>
  )
}

/** How much is chosen, behind the text of the point. */
const stretchText = (stretch: readonly [number, number] | undefined) =>
  stretch && stretch[1] > stretch[0] ? `, ${stretch[1] - stretch[0] + 1} chosen` : ''

const textOf = ({ title, lines }: Stop) =>
  `${title}: ${lines.map(({ name, value }) => (name ? `${name} ${value}` : value)).join(', ')}`
