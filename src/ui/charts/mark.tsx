import css from './mark.module.css'
import type { MarkShape, ChartTone } from './chart-spec'

/** The radius of a circle mark in pixels. */
export const MARK_RADIUS = 4.5

const circle = `M${-MARK_RADIUS} 0a${MARK_RADIUS} ${MARK_RADIUS} 0 1 0 ${2 * MARK_RADIUS} 0a${MARK_RADIUS} ${MARK_RADIUS} 0 1 0 ${-2 * MARK_RADIUS} 0z`
const paths: Readonly<Record<MarkShape, string>> = {
  circle,
  ring: circle,
  square: 'M-4 -4H4V4H-4z',
  diamond: 'M0 -5L5 0L0 5L-5 0z',
  up: 'M0 -5L5 4H-5z',
  down: 'M0 5L5 -4H-5z',
}

type Props = { shape: MarkShape; tone?: ChartTone }

/** The mark of an event in a drawing, centred at the origin. */
export const MarkPath = ({ shape, tone }: Props) => (
  <g className={css.mark}>
    <path d={paths[shape]} data-shape={shape} data-tone={tone} />
  </g>
)

/** A mark next to its description. */
export const MarkIcon = ({ shape, tone }: Props) => (
  <svg className={css.mark} width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
    <path d={paths[shape]} data-shape={shape} data-tone={tone} />
  </svg>
)
