import { Graph, layout } from '@dagrejs/dagre'

export type GraphEdge = {
  from: string
  to: string
  /** The edge does not affect the layout and is drawn straight across the nodes between its ends. */
  isLoose?: boolean
}
export type GraphPoint = { x: number; y: number }

/** The input of the layout: nodes of one size and the edges between them. */
export type GraphShape = { ids: readonly string[]; edges: readonly GraphEdge[] }

/** The centre of each node by id, and the points of each edge in input order. All values are in pixels. */
export type GraphLayout = {
  places: Readonly<Record<string, GraphPoint>>
  routes: readonly (readonly GraphPoint[])[]
  width: number
  height: number
}

export const NODE_SIZE = { width: 208, height: 44 }
const MARGIN = 24
/** The distance between two columns of nodes. */
const COLUMN_GAP = 44
/** Above this number of nodes, minimising edge crossings takes too long. */
const MAX_NODES_IN_BEST_ORDER = 200

/**
 * Lays out a graph in columns from left to right along its edges. Cycles are allowed, edges from a node to itself are
 * not.
 */
export function layOutGraph({ ids, edges }: GraphShape): GraphLayout {
  const graph = new Graph()
  // The default ranker takes seconds for graphs that this one lays out in a fraction of a second.
  graph.setGraph({
    rankdir: 'LR',
    ranker: 'tight-tree',
    nodesep: 12,
    ranksep: COLUMN_GAP,
    marginx: MARGIN,
    marginy: MARGIN,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) graph.setNode(id, { ...NODE_SIZE })
  for (const { from, to, isLoose } of edges) if (!isLoose) graph.setEdge(from, to)
  layout(graph, { disableOptimalOrderHeuristic: ids.length > MAX_NODES_IN_BEST_ORDER })
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const places: Record<string, GraphPoint> = {}
  for (const id of ids) {
    const { x = 0, y = 0 } = graph.node(id) as Partial<GraphPoint>
    places[id] = { x, y }
  }
  const routes = edges.map(({ from, to, isLoose }) => {
    if (isLoose) return across(places[from], places[to])
    const { points = [] } = graph.edge(from, to) as { points?: GraphPoint[] }
    return fromSides(places[from], places[to], points)
  })
  return { places, routes, width, height }
}

const origin: GraphPoint = { x: 0, y: 0 }

/**
 * The points of an edge that leaves a node at the middle of one side and reaches the next one at the middle of the other.
 * The layout library connects the centres of nodes, so its edges would leave at the top and the bottom as well.
 */
function fromSides(from = origin, to = origin, points: readonly GraphPoint[]): readonly GraphPoint[] {
  const sign = to.x >= from.x ? 1 : -1
  const side = (sign * NODE_SIZE.width) / 2
  const bend = (sign * COLUMN_GAP) / 2
  const [start, end] = [
    { x: from.x + side, y: from.y },
    { x: to.x - side, y: to.y },
  ]
  // The points between are those around the nodes of columns that the edge crosses.
  const isLong = Math.abs(to.x - from.x) > NODE_SIZE.width + 1.5 * COLUMN_GAP
  const between = isLong ? points.slice(1, -1).map(({ x, y }) => ({ x, y })) : []
  return [start, { x: start.x + bend, y: start.y }, ...between, { x: end.x - bend, y: end.y }, end]
}

/** The points of a loose edge: from the side of one node to the side of another, with a bend in the middle. */
function across(from = origin, to = origin): readonly GraphPoint[] {
  const sign = to.x >= from.x ? 1 : -1
  const start = { x: from.x + (sign * NODE_SIZE.width) / 2, y: from.y }
  const end = { x: to.x - (sign * NODE_SIZE.width) / 2, y: to.y }
  // Two nodes in one column are connected at their right sides, because the column fills the space between them.
  if (Math.abs(from.x - to.x) < NODE_SIZE.width) {
    const x = from.x + NODE_SIZE.width / 2
    return [
      { x, y: from.y },
      { x: x + NODE_SIZE.height, y: (from.y + to.y) / 2 },
      { x: to.x + NODE_SIZE.width / 2, y: to.y },
    ]
  }
  return [start, { x: end.x - sign * NODE_SIZE.height, y: start.y + (end.y - start.y) * 0.7 }, end]
}
