import type { Edge, Layout, Point } from './layout'

export type Way = 'left' | 'right' | 'up' | 'down'

const isThat = (way: Way, from: Point, to: Point) =>
  way === 'left' ? to.x < from.x : way === 'right' ? to.x > from.x : way === 'up' ? to.y < from.y : to.y > from.y

/** Sideways is further than up and down: those stay in their column where they can. */
const distance = (a: Point, b: Point) => Math.abs(a.x - b.x) * 2 + Math.abs(a.y - b.y)

/**
 * The box that an arrow key leads to. Left and right follow an arrow of the graph, to the nearest box at its other end. Up and
 * down lead to the nearest box in the same column, and where there is none, in any: so no box is out of reach.
 * @returns undefined where there is none in that direction
 */
export function stepFrom(id: string, way: Way, { places }: Pick<Layout, 'places'>, edges: readonly Edge[]) {
  const here = places[id]
  if (!here) return undefined
  const isSideways = way === 'left' || way === 'right'
  const candidates = isSideways
    ? edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))
    : Object.keys(places)
  const there = candidates.flatMap((one) => {
    const place = places[one]
    return one !== id && place && isThat(way, here, place) ? [{ id: one, place }] : []
  })
  const inColumn = isSideways ? [] : there.filter(({ place }) => Math.abs(place.x - here.x) < 1)
  const among = inColumn.length > 0 ? inColumn : there
  return among.toSorted((a, b) => distance(here, a.place) - distance(here, b.place))[0]?.id
}
