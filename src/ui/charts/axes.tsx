import { AxisBottom, AxisLeft, type AxisScale } from '@visx/axis'
import { GridRows } from '@visx/grid'
import type { SVGProps } from 'react'
import css from './charts.module.css'

type Text = { x: number; y: number; formattedValue: string | undefined }

const BelowText = ({
  x,
  dx,
  textAnchor,
  formattedValue,
}: Text & Pick<SVGProps<SVGTextElement>, 'dx' | 'textAnchor'>) => (
  <text className={css.label} x={x} dx={dx} y={17} textAnchor={textAnchor}>
    {formattedValue}
  </text>
)

/** Space in pixels that every chart has right of its scale. */
const RIGHT_SPACE = 8

const LeftText = ({ x, y, formattedValue }: Text) => (
  <text className={css.label} x={x} y={y} dy="0.32em" textAnchor="end">
    {formattedValue}
  </text>
)

const AXIS_TEXT = 11
/** The approximate width of a digit in pixels, used to reserve space for labels. */
const CHARACTER = AXIS_TEXT * 0.6

/** The space in pixels that labels need left of the axis. */
export const measureLabels = (labels: readonly string[]) =>
  Math.ceil(Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER) + 10

type BottomProps = {
  scale: AxisScale<number>
  top: number
  ticks: readonly { at: number; label: string }[]
  /** The time zone, such as `CET`, shown left of the axis. */
  zone?: { name: string; left: number }
}

export function BottomAxis({ scale, top, ticks, zone }: BottomProps) {
  // The label of the first tick may have no room beside the zone.
  const labelOf = (at: number, label = '') =>
    zone && Number(scale(at)) - (label.length * CHARACTER) / 2 < zone.left ? '' : label
  const edge = Math.max(...scale.range().map(Number)) + RIGHT_SPACE
  // A label that would be cut at the right edge ends there.
  const placeLabel = (at: number, label = '') =>
    at + (label.length * CHARACTER) / 2 > edge
      ? ({ textAnchor: 'end', dx: edge - at } as const)
      : ({ textAnchor: 'middle', dx: 0 } as const)
  return (
    <>
      <AxisBottom
        scale={scale}
        top={top}
        tickValues={ticks.map(({ at }) => at)}
        tickFormat={(at, index) => labelOf(Number(at), ticks[index]?.label)}
        tickLength={4}
        axisLineClassName={css.axis ?? ''}
        tickClassName={css.axis ?? ''}
        tickLabelProps={(at, index) => placeLabel(Number(scale(Number(at))), ticks[index]?.label)}
        tickComponent={BelowText}
      />
      {zone && (
        <text className={css.label} x={zone.left - 6} y={top + 17} textAnchor="end">
          {zone.name}
        </text>
      )}
    </>
  )
}

type LeftProps = {
  scale: AxisScale<number>
  left: number
  width: number
  ticks: readonly number[]
  format: (value: number) => string
}

/** The value axis at the left, with a horizontal grid line per tick. */
export const ValueAxis = ({ scale, left, width, ticks, format }: LeftProps) => (
  <>
    <GridRows scale={scale} left={left} width={width} tickValues={[...ticks]} className={css.grid ?? ''} />
    <AxisLeft
      scale={scale}
      left={left}
      tickValues={[...ticks]}
      tickFormat={(value) => format(Number(value))}
      hideAxisLine
      hideTicks
      tickLength={4}
      tickComponent={LeftText}
    />
  </>
)
