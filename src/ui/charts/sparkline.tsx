import { downsample, findExtent, type SeriesPoint, splitAtGaps } from '@/lib/charts/series'
import css from './sparkline.module.css'

type Props = {
  /** Ordered by time. */
  points: readonly SeriesPoint[]
  width?: number
  height?: number
}

/**
 * A line chart in text height, hidden from screen readers because its value is next to it. It does not use the chart
 * library, so that a list of thousands need not wait for the library to load.
 */
export function Sparkline({ points, width = 64, height = 16 }: Props) {
  const { segments } = splitAtGaps(points)
  const [from, to] = findExtent(points.map(({ time }) => time))
  const [low, high] = findExtent(segments.flat().map(({ value }) => value))
  const x = (time: number) => (to === from ? width / 2 : 1 + ((time - from) / (to - from)) * (width - 2))
  const y = (value: number) => (high === low ? height / 2 : height - 2 - ((value - low) / (high - low)) * (height - 4))
  const path = segments
    .map((segment) => downsample(segment, width))
    .map((segment) => segment.map(({ time, value }) => `${x(time).toFixed(1)} ${y(value).toFixed(1)}`))
    // A segment of one point is a dot: a line of zero length with round ends.
    .map((places) => `M${(places.length === 1 ? [...places, ...places] : places).join('L')}`)
    .join('')
  return (
    <svg className={css.spark} width={width} height={height} aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
