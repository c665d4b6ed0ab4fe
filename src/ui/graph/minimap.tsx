import { memo, type PointerEvent } from 'react'
import css from './graph.module.css'
import { NODE_SIZE, type GraphLayout, type GraphPoint } from './layout'
import type { ViewSize, Viewport } from './viewport'

const MAX_SIZE = { width: 168, height: 112 }

type Props = {
  layout: GraphLayout
  window: Viewport
  size: ViewSize
  isProblem(id: string): boolean
  /** Called with the point of the graph to centre. */
  onMove(to: GraphPoint): void
}

/**
 * An overview of the graph, shown if not all of it is in view. It is for pointer users; keys move the view directly.
 */
export function Minimap({ layout, window: { x, y, scale }, size, isProblem, onMove }: Props) {
  const isAllVisible = layout.width * scale <= size.width && layout.height * scale <= size.height
  if (isAllVisible || size.width < MAX_SIZE.width * 2 || size.height < MAX_SIZE.height * 1.5) return null
  const small = Math.min(MAX_SIZE.width / layout.width, MAX_SIZE.height / layout.height)
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    onMove({ x: (event.clientX - box.x) / small, y: (event.clientY - box.y) / small })
  }
  return (
    <svg
      className={css.map}
      width={layout.width * small}
      height={layout.height * small}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        follow(event)
      }}
      onPointerMove={follow}
    >
      <Boxes layout={layout} isProblem={isProblem} />
      <rect
        className={css.seen}
        x={-x / scale}
        y={-y / scale}
        width={size.width / scale}
        height={size.height / scale}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const Boxes = memo(
  function Boxes({ layout, isProblem }: Pick<Props, 'layout' | 'isProblem'>) {
    const all = Object.entries(layout.places)
    const toPath = (which: typeof all) =>
      which.map(
        ([, at]) =>
          `M${at.x - NODE_SIZE.width / 2} ${at.y - NODE_SIZE.height / 2}h${NODE_SIZE.width}v${NODE_SIZE.height}h-${NODE_SIZE.width}Z`
      )
    const problems = all.filter(([id]) => isProblem(id))
    return (
      <>
        <path className={css.small} d={toPath(all).join('')} />
        <path className={css.small} data-ill d={toPath(problems).join('')} />
      </>
    )
  },
  (a, b) => a.layout === b.layout
)
