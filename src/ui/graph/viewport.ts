import { NODE_SIZE, type GraphLayout, type GraphPoint } from './layout'

/** The visible part of a graph: it is scaled by `scale` and then moved by `x` and `y` screen pixels. */
export type Viewport = GraphPoint & { scale: number }
export type ViewSize = { width: number; height: number }

const MIN_SCALE = 0.05
const MAX_SCALE = 2
/** Minimum distance in pixels of the focused node from the edge of the view. */
const MARGIN = 24

const within = (scale: number) => Math.max(MIN_SCALE, Math.min(MAX_SCALE, scale))

/** Shows the whole graph in the middle, without enlarging it. */
export function fitView({ width, height }: ViewSize, view: ViewSize): Viewport {
  const scale = within(Math.min(1, view.width / Math.max(1, width), view.height / Math.max(1, height)))
  return { scale, x: (view.width - width * scale) / 2, y: (view.height - height * scale) / 2 }
}

/** The initial view: the top left of the graph in its full size, moved as far as one node needs to be in view. */
export function initialView({ places }: GraphLayout, view: ViewSize, id: string): Viewport {
  const start = { scale: 1, x: 0, y: 0 }
  const place = places[id]
  return place ? revealNode(start, place, view) : start
}

/** A rectangle in graph coordinates, in pixels. */
export type GraphArea = { left: number; top: number; right: number; bottom: number }

/** The tile size in pixels of the graph. Moves by less than a tile render nothing again. */
const TILE = 600

/** The view and one tile around it, rounded to tiles. Returns the same text for the same area. */
export function toTiles({ x, y, scale }: Viewport, { width, height }: ViewSize): string {
  const [left, top] = [-x / scale, -y / scale]
  const [right, bottom] = [left + width / scale, top + height / scale]
  const [first, last] = [(at: number) => Math.floor(at / TILE) - 1, (at: number) => Math.ceil(at / TILE) + 1]
  return [first(left), first(top), last(right), last(bottom)].join(' ')
}

export function parseTiles(tiles: string): GraphArea {
  const [left = 0, top = 0, right = 0, bottom = 0] = tiles.split(' ').map((at) => Number(at) * TILE)
  return { left, top, right, bottom }
}

export const isInArea = ({ x, y }: GraphPoint, { left, top, right, bottom }: GraphArea): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

/** Zooms by a factor around a point of the screen. */
export function zoomView({ x, y, scale }: Viewport, by: number, around: GraphPoint): Viewport {
  const next = within(scale * by)
  const factor = next / scale
  return { scale: next, x: around.x - (around.x - x) * factor, y: around.y - (around.y - y) * factor }
}

/** The distance that a node must move along one axis to be in view. */
function shift(at: number, half: number, room: number): number {
  const [first, last] = [at - half - MARGIN, at + half + MARGIN]
  return first < 0 ? -first : last > room ? room - last : 0
}

/** Moves by the shortest distance that brings a node into view. Returns the same window if it already is. */
export function revealNode(window: Viewport, place: GraphPoint, view: ViewSize): Viewport {
  const { scale } = window
  const dx = shift(place.x * scale + window.x, (NODE_SIZE.width / 2) * scale, view.width)
  const dy = shift(place.y * scale + window.y, (NODE_SIZE.height / 2) * scale, view.height)
  return dx === 0 && dy === 0 ? window : { scale, x: window.x + dx, y: window.y + dy }
}

/** Keeps one node at its position on the screen after a new layout. */
export const anchorView = (
  window: Viewport,
  before: GraphPoint | undefined,
  after: GraphPoint | undefined
): Viewport =>
  before && after
    ? {
        ...window,
        x: window.x + (before.x - after.x) * window.scale,
        y: window.y + (before.y - after.y) * window.scale,
      }
    : window
