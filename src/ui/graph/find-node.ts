import type { GraphEdge, GraphLayout, GraphPoint } from './layout'

export type ArrowDirection = 'left' | 'right' | 'up' | 'down'

const isInDirection = (way: ArrowDirection, from: GraphPoint, to: GraphPoint) =>
  way === 'left' ? to.x < from.x : way === 'right' ? to.x > from.x : way === 'up' ? to.y < from.y : to.y > from.y

/** Horizontal distance counts double, so that up and down prefer the same column. */
const distance = (a: GraphPoint, b: GraphPoint) => Math.abs(a.x - b.x) * 2 + Math.abs(a.y - b.y)

/**
 * The node that an arrow key moves to. Left and right follow an edge to the nearest node at its other end. Up and down
 * go to the nearest node in the same column, or in any column if there is none, so that every node can be reached.
 * @returns undefined if there is no node in that direction
 */
function findNeighbour(
  id: string,
  way: ArrowDirection,
  { places }: Pick<GraphLayout, 'places'>,
  edges: readonly GraphEdge[]
) {
  const here = places[id]
  if (!here) return undefined
  const isSideways = way === 'left' || way === 'right'
  const candidates = isSideways
    ? edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
    : Object.keys(places)
  const reachable = candidates.flatMap((one) => {
    const place = places[one]
    return one !== id && place && isInDirection(way, here, place) ? [{ id: one, place }] : []
  })
  const inColumn = isSideways ? [] : reachable.filter(({ place }) => Math.abs(place.x - here.x) < 1)
  const among = inColumn.length > 0 ? inColumn : reachable
  return among.toSorted((a, b) => distance(here, a.place) - distance(here, b.place))[0]?.id
}

/**
 * The node after a number of steps with an arrow key, or after fewer if the graph ends.
 * @returns undefined if not one step is possible
 */
export function findNodeAfter(
  id: string,
  way: ArrowDirection,
  count: number,
  { layout, edges }: { layout: GraphLayout; edges: readonly GraphEdge[] }
): string | undefined {
  const next = findNeighbour(id, way, layout, edges)
  return next === undefined || count <= 1 ? next : (findNodeAfter(next, way, count - 1, { layout, edges }) ?? next)
}
