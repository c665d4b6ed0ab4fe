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
  children: ReactNode
}

/** PageUp and PageDown go over this part of all points. */
const PAGE = 0.1

/**
 * The drawing with its cursor: one tab stop, arrow keys from point to point, the pointer likewise. The drawing comes as
 * `children`, so that moving the cursor does not draw it again.
 */
export function Plot({ title, width, height, stops, top, bottom, start, onChoose, children }: Props) {
  const [cursor, setCursor] = useState<{ id: number; isKept: boolean }>()
  const { ids, xs, stopAt } = stops
  const at = cursor ? nearestAt(ids, cursor.id) : -1
  const x = xs[at]
  const stop = x === undefined ? undefined : stopAt(at)
  // The newest is where somebody looks first.
  const begin = Math.max(0, start ?? ids.length - 1)
  const shown = at < 0 ? begin : at

  function moveTo(wanted: number) {
    const next = Math.min(ids.length - 1, Math.max(0, wanted))
    const id = ids[next]
    if (id !== undefined) setCursor({ id, isKept: true })
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
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
    moveTo(target)
  }
  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const point = localPoint(event.currentTarget, event)
    const id = point ? ids[nearestAt(xs, point.x)] : undefined
    if (id !== undefined) setCursor({ id, isKept: false })
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
      aria-valuetext={ids.length === 0 ? 'no data' : textOf(stopAt(shown))}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && moveTo(begin)}
      onBlur={() => setCursor(undefined)}
      onPointerMove={onPointerMove}
      onClick={() => onChoose && at >= 0 && onChoose(at)}
      onPointerLeave={() => setCursor((one) => (one?.isKept ? one : undefined))}
    >
      <svg width={width} height={height} aria-hidden="true">
        {children}
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

const textOf = ({ title, lines }: Stop) =>
  `${title}: ${lines.map(({ name, value }) => (name ? `${name} ${value}` : value)).join(', ')}`
