import { Graph, layout } from '@dagrejs/dagre'

export type Edge = {
  from: string
  to: string
  /** It is drawn straight across whatever is between, and moves no box. */
  isLoose?: boolean
}
export type Point = { x: number; y: number }

/** What is laid out: boxes of one size, in pixels, and arrows between them. */
export type Shape = { ids: readonly string[]; edges: readonly Edge[] }

/** Where the middle of each box is, and the way of each arrow, in the order in which they were given. Pixels. */
export type Layout = {
  places: Readonly<Record<string, Point>>
  ways: readonly (readonly Point[])[]
  width: number
  height: number
}

export const BOX = { width: 208, height: 44 }
const MARGIN = 24
/** Above this, fewer crossings take longer to find than they save in reading. */
const MOST_IN_BEST_ORDER = 200

/** Lays a graph out in columns from the left, along its arrows. Cycles are allowed; an arrow to itself is not. */
export function layOut({ ids, edges }: Shape): Layout {
  const graph = new Graph()
  // The default ranker takes seconds for what this one lays out in a fraction of one.
  graph.setGraph({ rankdir: 'LR', ranker: 'tight-tree', nodesep: 12, ranksep: 44, marginx: MARGIN, marginy: MARGIN })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) graph.setNode(id, { ...BOX })
  for (const { from, to, isLoose } of edges) if (!isLoose) graph.setEdge(from, to)
  layout(graph, { disableOptimalOrderHeuristic: ids.length > MOST_IN_BEST_ORDER })
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  const places: Record<string, Point> = {}
  for (const id of ids) {
    const { x = 0, y = 0 } = graph.node(id) as Partial<Point>
    places[id] = { x, y }
  }
  const ways = edges.map(({ from, to, isLoose }) => {
    if (isLoose) return across(places[from], places[to])
    const { points = [] } = graph.edge(from, to) as { points?: Point[] }
    return points.map(({ x, y }) => ({ x, y }))
  })
  return { places, ways, width, height }
}

/** From the side of one box to that of another, with a bend in the middle. */
function across(from: Point = { x: 0, y: 0 }, to: Point = { x: 0, y: 0 }): readonly Point[] {
  const sign = to.x >= from.x ? 1 : -1
  const start = { x: from.x + (sign * BOX.width) / 2, y: from.y }
  const end = { x: to.x - (sign * BOX.width) / 2, y: to.y }
  // Of two boxes in a column, the sides that face away: between them is the column.
  if (Math.abs(from.x - to.x) < BOX.width) {
    const x = from.x + BOX.width / 2
    return [
      { x, y: from.y },
      { x: x + BOX.height, y: (from.y + to.y) / 2 },
      { x: to.x + BOX.width / 2, y: to.y },
    ]
  }
  return [start, { x: end.x - sign * BOX.height, y: start.y + (end.y - start.y) * 0.7 }, end]
}
