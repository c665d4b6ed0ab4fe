import { memo, type ReactNode } from 'react'
import { type EdgeLook, edgeLooks } from './edge-look'
import css from './graph.module.css'
import { type GraphEdge, type GraphLayout, type GraphPoint, NODE_SIZE } from './layout'
import { type GraphArea, isInArea } from './viewport'

export type GraphViewNode = {
  id: string
  level: number
  position: number
  setSize: number
  parent: string | undefined
  isExpanded: boolean | undefined
}

/** The nodes and edges of a layout. They stay until the next layout has arrived. */
export type RenderedGraph<N> = {
  nodes: readonly (N & GraphViewNode)[]
  edges: readonly (GraphEdge & { look: EdgeLook })[]
  layout: GraphLayout
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
export const Edges = memo(function Edges({ edges, layout, which }: EdgesProps) {
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

/** Handlers that keep their identity, so that moving the view renders no node again. */
export type NodeHandlers = { onPress(id: string): void; onOpen(node: GraphViewNode): void }

type BoxesProps = {
  graph: RenderedGraph<GraphViewNode>
  cursor: string
  nodeLabel(node: GraphViewNode): string
  renderNode(node: GraphViewNode): ReactNode
  /** The area in which the content of nodes is rendered. Outside the view, it would dominate the element count. */
  near: GraphArea
  isMatch: ((node: GraphViewNode) => boolean) | undefined
  isSelected(node: GraphViewNode): boolean
  handlers: NodeHandlers
}

export const Boxes = memo(function Boxes({
  graph: { nodes, layout },
  cursor,
  nodeLabel,
  renderNode,
  near,
  isMatch,
  isSelected,
  handlers,
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
          handlers={handlers}
        />
      )
    )
  })
})

type BoxProps = Pick<BoxesProps, 'renderNode' | 'handlers'> & {
  node: GraphViewNode
  place: GraphPoint
  label: string
  isNear: boolean
  isCursor: boolean
  isSelected: boolean
  found: 'yes' | 'no' | undefined
}

const Box = memo(function Box({
  node,
  place,
  label,
  renderNode,
  isNear,
  isCursor,
  isSelected,
  found,
  handlers,
}: BoxProps) {
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
      onClick={() => handlers.onPress(node.id)}
      onDoubleClick={() => handlers.onOpen(node)}
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
