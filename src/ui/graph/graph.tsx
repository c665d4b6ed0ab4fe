import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '../button'
import { useLatest } from '../hooks'
import { Notice } from '../notice'
import { Skeleton } from '../skeleton'
import { announce } from '../voice'
import type { EdgeLook } from './edge-look'
import { type ArrowDirection, findNodeAfter } from './find-node'
import { Boxes, Edges, type GraphViewNode, type NodeHandlers, type RenderedGraph } from './graph-drawing'
import css from './graph.module.css'
import type { GraphEdge, GraphPoint, GraphShape } from './layout'
import { Minimap } from './minimap'
import { useGraphLayout } from './use-graph-layout'
import { useViewport } from './use-viewport'
import { parseTiles, toTiles } from './viewport'

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

const arrows: Readonly<Record<string, ArrowDirection>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const words: Readonly<Record<ArrowDirection, string>> = {
  left: 'to the left',
  right: 'to the right',
  up: 'above',
  down: 'below',
}

/** A graph laid out in columns, with arrow keys moving between nodes. It is exposed to screen readers as a tree. */
export function GraphView<N extends GraphViewNode>({ ref, ...props }: Props<N>) {
  const { label, nodes, edges, cursor, onCursor, onOpen, onToggle, onToggleAll, isProblem } = props
  const shape = useShape(nodes, edges)
  const { layout, isFailed, retry } = useGraphLayout(shape)
  const frame = useRef<HTMLDivElement>(null)
  // The rendered graph stays until the next layout has arrived, so that the focused node keeps focus.
  const [last, setLast] = useState<RenderedGraph<N>>()
  if (layout?.shape === shape && (last?.nodes !== nodes || last.layout !== layout)) setLast({ nodes, edges, layout })
  const { view, size, drag, pan, zoom, fit, centre, reveal } = useViewport(frame, last, cursor)
  const focusNode = useNodeFocus(frame)

  const goTo = (id: string) => {
    onCursor(id)
    focusNode(id)
    reveal(id)
  }
  function step(way: ArrowDirection, count: number) {
    const to = last && findNodeAfter(cursor, way, count, last)
    if (to === undefined) announce(`No more nodes ${words[way]}.`, { key: 'graph' })
    else goTo(to)
  }
  useImperativeHandle(ref, (): GraphHandle => ({ focus: goTo, pan, zoom, fit, step }))

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.altKey || event.shiftKey) return
    const isChord = event.ctrlKey || event.metaKey
    if (isChord && event.key !== 'a') return
    const way = arrows[event.key]
    const node = last?.nodes.find(({ id }) => id === cursor)
    if (isChord) onToggleAll()
    else if (way) step(way, 1)
    else if (event.key === 'Home' && last?.nodes[0]) goTo(last.nodes[0].id)
    else if (event.key === 'End' && last?.nodes.at(-1)) goTo(last.nodes.at(-1)?.id ?? cursor)
    else if (event.key === 'Enter' && node) onOpen(node)
    else if (event.key === ' ' && node) onToggle(node)
    else return
    event.preventDefault()
  }

  return (
    <div ref={frame} className={css.frame} data-empty={!last || undefined}>
      {!last && (isFailed ? <LayoutFailure retry={retry} /> : <Skeleton label="Laying out the graph…" />)}
      {last && view && (
        // The tree need not be focusable, because one of its nodes always is.
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
        <div role="tree" aria-label={label} className={css.tree} onKeyDown={onKeyDown}>
          <svg className={css.canvas} role="presentation" width="100%" height="100%" {...drag}>
            {/* Without this role, Chromium exposes an element between the tree and its items, which are then groups. */}
            <g role="presentation" transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
              <Drawing graph={last} tiles={size ? toTiles(view, size) : ''} goTo={goTo} {...props} />
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
          onMove={centre}
        />
      )}
    </div>
  )
}

const LayoutFailure = ({ retry }: { retry: () => void }) => (
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
)

type DrawingProps<N extends GraphViewNode> = Props<N> & {
  graph: RenderedGraph<N>
  /** The part in view, which determines the nodes whose content is drawn. */
  tiles: string
  goTo(id: string): void
}

/** The edges and nodes. */
function Drawing<N extends GraphViewNode>({ graph, tiles, goTo, cursor, onOpen, ...props }: DrawingProps<N>) {
  const latest = useLatest<NodeHandlers>({ onPress: goTo, onOpen: onOpen as (node: GraphViewNode) => void })
  const [handlers] = useState<NodeHandlers>(() => ({
    onPress: (id) => latest.current.onPress(id),
    onOpen: (node) => latest.current.onOpen(node),
  }))
  const near = useMemo(() => parseTiles(tiles), [tiles])
  const cursorEdges = useMemo(
    () => graph.edges.flatMap(({ from, to }, at) => (from === cursor || to === cursor ? [at] : [])),
    [graph, cursor]
  )
  return (
    <>
      <Edges edges={graph.edges} layout={graph.layout} />
      {/* The edges of the node under the cursor, drawn above the others. */}
      <Edges edges={graph.edges} layout={graph.layout} which={cursorEdges} />
      <Boxes
        {...{ graph, cursor, near, handlers }}
        nodeLabel={props.nodeLabel as (node: GraphViewNode) => string}
        renderNode={props.renderNode as (node: GraphViewNode) => ReactNode}
        isMatch={props.isMatch as ((node: GraphViewNode) => boolean) | undefined}
        isSelected={props.isSelected as (node: GraphViewNode) => boolean}
      />
    </>
  )
}

/** Focuses a node as soon as it has rendered. */
function useNodeFocus(frame: { current: HTMLElement | null }): (id: string) => void {
  const pending = useRef<string>(undefined)
  useLayoutEffect(() => {
    const id = pending.current
    const element =
      id === undefined ? undefined : frame.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(id)}"]`)
    if (!element) return
    pending.current = undefined
    element.focus({ preventScroll: true })
    // The view of the graph already shows the node, but the page may be scrolled.
    element.scrollIntoView({ block: 'nearest' })
  })
  return (id) => {
    pending.current = id
  }
}

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
