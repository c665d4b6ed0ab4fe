import { type PointerEvent, useRef, useState } from 'react'
import { useEventListener, useResize } from '../hooks'
import type { GraphViewNode, RenderedGraph } from './graph-drawing'
import type { GraphLayout, GraphPoint } from './layout'
import { anchorView, fitView, initialView, revealNode, type ViewSize, type Viewport, zoomView } from './viewport'

/**
 * The view of a layout. `isFirst`: the initial view, which the user has not moved. `room`: the size it was computed
 * for.
 */
type Seen = { of: GraphLayout; at: Viewport; room: ViewSize; isFirst: boolean }

type Move = (change: (at: Viewport, view: ViewSize) => Viewport) => void

/** The part of a graph that is in view, and the ways to move it. @param cursor the id of the node with the tab stop */
export function useViewport<N extends GraphViewNode>(
  frame: { current: HTMLElement | null },
  graph: RenderedGraph<N> | undefined,
  cursor: string
) {
  const size = useSize(frame)
  const [seen, setSeen] = useState<Seen>()
  if (graph && size && (seen?.of !== graph.layout || (seen.isFirst && seen.room !== size)))
    setSeen({ of: graph.layout, room: size, ...nextView(seen, graph, size, cursor) })
  const move: Move = (change) =>
    setSeen((now) => {
      const at = now && size ? change(now.at, size) : undefined
      // A change without effect leaves the initial view as it is.
      return now && at && at !== now.at ? { ...now, at, isFirst: false } : now
    })
  useWheel(frame, move)
  return {
    view: seen?.at,
    size,
    drag: useDrag(move),
    pan: ({ x, y }: GraphPoint) => move((at) => ({ ...at, x: at.x + x, y: at.y + y })),
    zoom: (by: number) => move((at, room) => zoomView(at, by, { x: room.width / 2, y: room.height / 2 })),
    fit: () => move((at, room) => (graph ? fitView(graph.layout, room) : at)),
    /** Moves a point of the graph to the centre. */
    centre: (to: GraphPoint) =>
      move((at, room) => ({ ...at, x: room.width / 2 - to.x * at.scale, y: room.height / 2 - to.y * at.scale })),
    /** Moves a node into view. */
    reveal(id: string) {
      const place = graph?.layout.places[id]
      if (place) move((at, room) => revealNode(at, place, room))
    },
  }
}

function nextView<N extends GraphViewNode>(
  before: Seen | undefined,
  { layout, nodes }: RenderedGraph<N>,
  size: ViewSize,
  cursor: string
): Pick<Seen, 'at' | 'isFirst'> {
  // The page may still change its size. Until the user moves the view, it follows the available space.
  if (!before || (before.isFirst && before.of === layout))
    return { at: initialView(layout, size, cursor), isFirst: true }
  const parent = nodes.find(({ id }) => id === cursor)?.parent
  const same = [cursor, parent ?? '', nodes[0]?.id ?? ''].find((id) => before.of.places[id] && layout.places[id]) ?? ''
  const moved = anchorView(before.at, before.of.places[same], layout.places[same])
  const place = layout.places[cursor]
  return { at: place ? revealNode(moved, place, size) : moved, isFirst: false }
}

function useSize(frame: { current: HTMLElement | null }): ViewSize | undefined {
  const [size, setSize] = useState<ViewSize>()
  useResize(frame, () => {
    if (frame.current) setSize({ width: frame.current.clientWidth, height: frame.current.clientHeight })
  })
  return size
}

/** The wheel moves the view. With Ctrl, or as a pinch gesture, it zooms. */
function useWheel(frame: { current: HTMLElement | null }, move: Move) {
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const box = frame.current?.getBoundingClientRect()
    const around = { x: event.clientX - (box?.x ?? 0), y: event.clientY - (box?.y ?? 0) }
    move((at) =>
      event.ctrlKey || event.metaKey
        ? zoomView(at, Math.exp(-event.deltaY / 200), around)
        : { ...at, x: at.x - event.deltaX, y: at.y - event.deltaY }
    )
  }
  // React's listener is passive, so the page would scroll as well.
  useEventListener(frame, 'wheel', onWheel, { passive: false })
}

/** Dragging the background moves the view. */
function useDrag(move: Move) {
  const held = useRef<GraphPoint>(undefined)
  return {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      if (event.button !== 0 || (event.target as Element).closest('[data-node]')) return
      held.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      const from = held.current
      if (!from) return
      const by = { x: event.clientX - from.x, y: event.clientY - from.y }
      held.current = { x: event.clientX, y: event.clientY }
      move((at) => ({ ...at, x: at.x + by.x, y: at.y + by.y }))
    },
    onPointerUp: () => (held.current = undefined),
    onPointerCancel: () => (held.current = undefined),
  }
}
