import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../button'
import { Notice } from '../notice'
import { Skeleton } from '../skeleton'
import { announce } from '../voice'
import css from './graph.module.css'
import { NODE_SIZE, type GraphEdge, type GraphLayout, type GraphPoint, type GraphShape } from './layout'
import { type EdgeLook, edgeLooks } from './edge-look'
import { Minimap } from './minimap'
import { findNeighbour, type ArrowDirection } from './find-neighbour'
import { useGraphLayout } from './use-graph-layout'
import {
  anchorView,
  parseTiles,
  type GraphArea,
  initialView,
  fitView,
  isInArea,
  revealNode,
  type ViewSize,
  toTiles,
  type Viewport,
  zoomView,
} from './viewport'

type GraphViewNode = {
  id: string
  level: number
  position: number
  setSize: number
  parent: string | undefined
  isExpanded: boolean | undefined
}

export type GraphHandle = {
  /** Focuses a node as soon as it has rendered. */
  focus(id: string): void
  /** Moves the view by screen pixels. */
  pan(by: GraphPoint): void
  zoom(by: number): void
  fit(): void
  /** Moves the cursor by a number of nodes in a direction. */
  step(way: ArrowDirection, count: number): void
}

type Props<N extends GraphViewNode> = {
  label: string
  nodes: readonly N[]
  edges: readonly (GraphEdge & { look: EdgeLook })[]
  /** The accessible name of a node: one sentence in reading order. */
  nodeLabel(node: N): string
  /** Renders the content of a node around its centre. Must keep its identity. */
  renderNode(node: N): ReactNode
  /** Whether a node matches a search. Undefined without a search. */
  isMatch?: ((node: N) => boolean) | undefined
  /** Whether a node is selected. Must keep its identity while its results do not change. */
  isSelected(node: N): boolean
  /** Whether the minimap marks a node as a problem. */
  isProblem(node: N): boolean
  /** The id of the node with the tab stop. */
  cursor: string
  onCursor(id: string): void
  /** Called on Enter or a double click. */
  onOpen(node: N): void
  /** Called on Space. */
  onToggle(node: N): void
  /** Called on Control+A. */
  onToggleAll(): void
  ref?: Ref<GraphHandle>
}

/**
 * The view of a layout. `isFirst`: the initial view, which the user has not moved. `room`: the size it was computed
 * for.
 */
type Seen = { of: GraphLayout; at: Viewport; room: ViewSize; isFirst: boolean }

type RenderedGraph<N> = Pick<Props<N & GraphViewNode>, 'nodes' | 'edges'> & { layout: GraphLayout }

const arrows: Readonly<Record<string, ArrowDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** A graph laid out in columns, with arrow keys moving between nodes. It is exposed to screen readers as a tree. */
export function GraphView<N extends GraphViewNode>({ ref, ...props }: Props<N>) {
  const { label, nodes, edges, cursor, onCursor, onOpen, onToggle, onToggleAll, nodeLabel, isProblem } = props
  const shape = useShape(nodes, edges)
  const { layout, isFailed, retry } = useGraphLayout(shape)
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  // The rendered graph stays until the next layout has arrived, so that the focused node keeps focus.
  const [last, setLast] = useState<RenderedGraph<N>>()
  if (layout?.shape === shape && (last?.nodes !== nodes || last.layout !== layout)) setLast({ nodes, edges, layout })
  const [window, setWindow] = useState<Seen>()
  if (last && size && (window?.of !== last.layout || (window.isFirst && window.room !== size)))
    setWindow({ of: last.layout, room: size, ...nextWindow(window, last, size, cursor) })
  const view = window?.at
  const pendingFocus = useRef<string>(undefined)

  const move = (change: (at: Viewport, view: ViewSize) => Viewport) =>
    setWindow((now) => {
      const at = now && size ? change(now.at, size) : undefined
      // A change without effect leaves the initial view as it is.
      return now && at && at !== now.at ? { ...now, at, isFirst: false } : now
    })
  const show = (id: string) => {
    const place = last?.layout.places[id]
    if (place) move((at, room) => revealNode(at, place, room))
  }
  const goTo = (id: string) => {
    onCursor(id)
    pendingFocus.current = id
    show(id)
  }
  const handle: GraphHandle = {
    focus: goTo,
    pan: ({ x, y }) => move((at) => ({ ...at, x: at.x + x, y: at.y + y })),
    zoom: (by) => move((at, room) => zoomView(at, by, { x: room.width / 2, y: room.height / 2 })),
    fit: () => move((_at, room) => (last ? fitView(last.layout, room) : _at)),
    step(way, count) {
      const to = last && stepsFrom(cursor, way, count, last)
      if (to === undefined) announce(`No more nodes ${words[way]}.`, { key: 'graph' })
      else goTo(to)
    },
  }
  useImperativeHandle(ref, () => handle)
  useLayoutEffect(() => {
    const id = pendingFocus.current
    const element = id === undefined ? undefined : elementOf(frame.current, id)
    if (!element) return
    pendingFocus.current = undefined
    element.focus({ preventScroll: true })
  })
  useWheel(frame, move)
  // Stable handlers that read the latest props, so that moving the view renders no node again.
  const latest = useRef<Acts>({ onPress: goTo, onOpen: onOpen as (node: GraphViewNode) => void })
  useLayoutEffect(() => {
    latest.current = { onPress: goTo, onOpen: onOpen as (node: GraphViewNode) => void }
  })
  const [acts] = useState<Acts>(() => ({
    onPress: (id) => latest.current.onPress(id),
    onOpen: (node) => latest.current.onOpen(node),
  }))

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return
    const isChord = event.ctrlKey || event.metaKey
    if (isChord && event.key !== 'a') return
    const way = arrows[event.key]
    const node = last?.nodes.find(({ id }) => id === cursor)
    if (isChord) onToggleAll()
    else if (way) handle.step(way, 1)
    else if (event.key === 'Home' && last?.nodes[0]) goTo(last.nodes[0].id)
    else if (event.key === 'End' && last?.nodes.at(-1)) goTo(last.nodes.at(-1)?.id ?? cursor)
    else if (event.key === 'Enter' && node) onOpen(node)
    else if (event.key === ' ' && node) onToggle(node)
    else return
    event.preventDefault()
  }

  const drag = useDrag(move)
  const tiles = view && size ? toTiles(view, size) : ''
  const near = useMemo(() => parseTiles(tiles), [tiles])
  const cursorEdges = useMemo(
    () => last?.edges.flatMap(({ from, to }, at) => (from === cursor || to === cursor ? [at] : [])) ?? [],
    [last, cursor]
  )
  return (
    <div ref={frame} className={css.frame} data-empty={!last || undefined}>
      {isFailed && !last && (
        <Notice
          tone="bad"
          title="Could not lay out the graph"
          actions={
            <Button tone="primary" onPress={retry}>
              Try again
            </Button>
          }
        >
          Try again, or use the list, which has the same items.
        </Notice>
      )}
      {!isFailed && !last && <Skeleton label="Laying out the graph…" />}
      {last && view && (
        // The tree need not be focusable, because one of its nodes always is.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        <div role="tree" aria-label={label} className={css.tree} onKeyDown={onKeyDown}>
          <svg className={css.canvas} role="presentation" width="100%" height="100%" {...drag}>
            <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
              <Edges edges={last.edges} layout={last.layout} />
              {/* The edges of the node under the cursor, drawn above the others. */}
              <Edges edges={last.edges} layout={last.layout} which={cursorEdges} />
              <Boxes
                graph={last}
                cursor={cursor}
                nodeLabel={nodeLabel as (node: GraphViewNode) => string}
                renderNode={props.renderNode as (node: GraphViewNode) => ReactNode}
                near={near}
                isMatch={props.isMatch as ((node: GraphViewNode) => boolean) | undefined}
                isSelected={props.isSelected as (node: GraphViewNode) => boolean}
                acts={acts}
              />
            </g>
          </svg>
        </div>
      )}
      {last && view && size && (
        <Minimap
          layout={last.layout}
          window={view}
          size={size}
          isProblem={(id) => last.nodes.some((node) => node.id === id && isProblem(node))}
          onMove={(to) =>
            move((at, room) => ({ ...at, x: room.width / 2 - to.x * at.scale, y: room.height / 2 - to.y * at.scale }))
          }
        />
      )}
    </div>
  )
}

/**
 * The node after a number of steps, or after fewer if the graph ends.
 * @returns undefined if not one step is possible
 */
function stepsFrom(
  id: string,
  way: ArrowDirection,
  count: number,
  { layout, edges }: RenderedGraph<GraphViewNode>
): string | undefined {
  const next = findNeighbour(id, way, layout, edges)
  return next === undefined || count <= 1
    ? next
    : (stepsFrom(next, way, count - 1, { layout, edges, nodes: [] }) ?? next)
}

const words: Readonly<Record<ArrowDirection, string>> = {
  left: 'to the left',
  right: 'to the right',
  up: 'above',
  down: 'below',
}

const elementOf = (frame: Element | null, id: string) =>
  frame?.querySelector<SVGGElement>(`[data-node="${CSS.escape(id)}"]`) ?? undefined

/** Keeps the identity of the shape while nodes and edges are the same. The content of nodes needs no new layout. */
function useShape(nodes: readonly GraphViewNode[], edges: readonly GraphEdge[]): GraphShape {
  const key = useMemo(
    () =>
      `${nodes.map(({ id }) => id).join(' ')}\n${edges.map(({ from, to, isLoose }) => `${from} ${to}${isLoose ? ' loose' : ''}`).join('\n')}`,
    [nodes, edges]
  )
  const [shape, setShape] = useState(() => ({ key, shape: shapeOf(nodes, edges) }))
  if (shape.key === key) return shape.shape
  const next = { key, shape: shapeOf(nodes, edges) }
  setShape(next)
  return next.shape
}

const shapeOf = (nodes: readonly GraphViewNode[], edges: readonly GraphEdge[]): GraphShape => ({
  ids: nodes.map(({ id }) => id),
  edges: edges.map(({ from, to, isLoose = false }) => ({ from, to, isLoose })),
})

function nextWindow<N extends GraphViewNode>(
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
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}

type Move = (change: (at: Viewport, view: ViewSize) => Viewport) => void

/** The wheel moves the view. With Ctrl, or as a pinch gesture, it zooms. */
function useWheel(frame: { current: HTMLElement | null }, move: Move) {
  const latest = useRef(move)
  useLayoutEffect(() => {
    latest.current = move
  })
  useEffect(() => {
    const element = frame.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const box = element?.getBoundingClientRect()
      const around = { x: event.clientX - (box?.x ?? 0), y: event.clientY - (box?.y ?? 0) }
      latest.current((at) =>
        event.ctrlKey || event.metaKey
          ? zoomView(at, Math.exp(-event.deltaY / 200), around)
          : { ...at, x: at.x - event.deltaX, y: at.y - event.deltaY }
      )
    }
    // React's listener is passive, so the page would scroll as well.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [frame])
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

/** The SVG path of an edge: a curve through its points. */
function edgePath(points: readonly GraphPoint[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const bends = rest.slice(0, -1).map((point, at) => {
    const next = rest[at + 1] ?? point
    return `Q${point.x} ${point.y} ${(point.x + next.x) / 2} ${(point.y + next.y) / 2}`
  })
  const last = rest.at(-1) ?? first
  return `M${first.x} ${first.y}${bends.join('')}L${last.x} ${last.y}`
}

/** The SVG path of the arrow head at the last point of an edge. */
function headPath(points: readonly GraphPoint[]): string {
  const [from, to] = points.slice(-2)
  if (!from || !to) return ''
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const corner = (turn: number) => `${to.x - 9 * Math.cos(angle + turn)} ${to.y - 9 * Math.sin(angle + turn)}`
  return `M${to.x} ${to.y}L${corner(0.45)}L${corner(-0.45)}Z`
}

/** If there are more loose edges, only those of the node under the cursor are drawn. */
const MAX_LOOSE_EDGES = 40

type EdgesProps = Pick<RenderedGraph<GraphViewNode>, 'edges' | 'layout'> & {
  /** Indexes of the edges to draw. Default: all. */
  which?: readonly number[]
}

/** Draws all edges of a look as one path, because a path per edge would dominate the element count. */
const Edges = memo(function Edges({ edges, layout, which }: EdgesProps) {
  const isCrowded = edges.filter(({ isLoose }) => isLoose).length > MAX_LOOSE_EDGES
  const shown = which ?? edges.flatMap((edge, at) => (edge.isLoose && isCrowded ? [] : [at]))
  const edgesWithLook = (look: EdgeLook) =>
    shown.flatMap((at) => (edges[at]?.look === look ? [layout.routes[at] ?? []] : []))
  return (
    <g aria-hidden="true" className={which && css.around}>
      {edgeLooks.map((look) => {
        const ways = edgesWithLook(look)
        return (
          ways.length > 0 && <path key={look} className={css.edge} data-look={look} d={ways.map(edgePath).join('')} />
        )
      })}
      <path className={css.head} d={shown.map((at) => headPath(layout.routes[at] ?? [])).join('')} />
    </g>
  )
})

type Acts = { onPress(id: string): void; onOpen(node: GraphViewNode): void }

type BoxesProps = {
  graph: RenderedGraph<GraphViewNode>
  cursor: string
  nodeLabel(node: GraphViewNode): string
  renderNode(node: GraphViewNode): ReactNode
  /** The area in which the content of nodes is rendered. Outside the view, it would dominate the element count. */
  near: GraphArea
  isMatch: ((node: GraphViewNode) => boolean) | undefined
  isSelected(node: GraphViewNode): boolean
  acts: Acts
}

const Boxes = memo(function Boxes({
  graph: { nodes, layout },
  cursor,
  nodeLabel,
  renderNode,
  near,
  isMatch,
  isSelected,
  acts,
}: BoxesProps) {
  return nodes.map((node) => {
    const place = layout.places[node.id]
    return (
      place && (
        <Box
          key={node.id}
          node={node}
          place={place}
          label={nodeLabel(node)}
          renderNode={renderNode}
          isNear={isInArea(place, near)}
          isCursor={node.id === cursor}
          isSelected={isSelected(node)}
          found={isMatch && (isMatch(node) ? 'yes' : 'no')}
          acts={acts}
        />
      )
    )
  })
})

type BoxProps = Pick<BoxesProps, 'renderNode' | 'acts'> & {
  node: GraphViewNode
  place: GraphPoint
  label: string
  isNear: boolean
  isCursor: boolean
  isSelected: boolean
  found: 'yes' | 'no' | undefined
}

const Box = memo(function Box({ node, place, label, renderNode, isNear, isCursor, isSelected, found, acts }: BoxProps) {
  return (
    // The surrounding tree handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <g
      role="treeitem"
      className={css.node}
      data-node={node.id}
      data-found={found}
      transform={`translate(${place.x} ${place.y})`}
      tabIndex={isCursor ? 0 : -1}
      aria-label={label}
      aria-level={node.level}
      aria-posinset={node.position}
      aria-setsize={node.setSize}
      aria-expanded={node.isExpanded}
      aria-selected={isCursor}
      // Set only on selected nodes, because screen readers would announce "not checked" on all others.
      aria-checked={isSelected || undefined}
      onClick={() => acts.onPress(node.id)}
      onDoubleClick={() => acts.onOpen(node)}
    >
      <rect
        className={css.box}
        x={-NODE_SIZE.width / 2}
        y={-NODE_SIZE.height / 2}
        width={NODE_SIZE.width}
        height={NODE_SIZE.height}
        rx={6}
      />
      {isNear && renderNode(node)}
      {isSelected && (
        <g className={css.tick} transform={`translate(${-NODE_SIZE.width / 2} ${-NODE_SIZE.height / 2})`}>
          <circle r="8" />
          <path d="M-3.5 .5-1 3l4.5-5.5" />
        </g>
      )}
    </g>
  )
})
