import { BOX, type Layout, type Point } from './layout'

/** What of a drawing is seen: it is moved by `x` and `y` pixels of the screen, after being enlarged by `scale`. */
export type Window = Point & { scale: number }
export type Size = { width: number; height: number }

export const SMALLEST = 0.05
export const LARGEST = 2
/** Below this, names are hard to read. */
const READABLE = 0.75
/** So few boxes are seen whole at first, down to this: how they hang together says more than their names. */
const FEW = 24
const LEAST_FOR_FEW = 0.5
/** Pixels between what has the focus and the edge of what is seen. */
const MARGIN = 24

const within = (scale: number) => Math.max(SMALLEST, Math.min(LARGEST, scale))

/** All of it, in the middle, and never enlarged. */
export function fitted({ width, height }: Size, view: Size): Window {
  const scale = within(Math.min(1, view.width / Math.max(1, width), view.height / Math.max(1, height)))
  return { scale, x: (view.width - width * scale) / 2, y: (view.height - height * scale) / 2 }
}

/** What is seen first: all of it where that can be read, or there is little of it; else where one box is. */
export function begun(layout: Layout, view: Size, id: string): Window {
  const all = fitted(layout, view)
  const place = layout.places[id]
  const least = Object.keys(layout.places).length <= FEW ? LEAST_FOR_FEW : READABLE
  if (all.scale >= least || !place) return all
  const scale = 0.85
  return { scale, x: view.width / 2 - place.x * scale, y: view.height / 2 - place.y * scale }
}

/** A part of a drawing, in its own pixels. */
export type Area = { left: number; top: number; right: number; bottom: number }

/** Pixels of the drawing: moving by less changes nothing. */
const TILE = 600

/** What is seen and a tile around it, in whole tiles; the same text for the same area. */
export function tilesAround({ x, y, scale }: Window, { width, height }: Size): string {
  const [left, top] = [-x / scale, -y / scale]
  const [right, bottom] = [left + width / scale, top + height / scale]
  const [first, last] = [(at: number) => Math.floor(at / TILE) - 1, (at: number) => Math.ceil(at / TILE) + 1]
  return [first(left), first(top), last(right), last(bottom)].join(' ')
}

export function areaOf(tiles: string): Area {
  const [left = 0, top = 0, right = 0, bottom = 0] = tiles.split(' ').map((at) => Number(at) * TILE)
  return { left, top, right, bottom }
}

export const isWithin = ({ x, y }: Point, { left, top, right, bottom }: Area): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

/** Enlarged so many times, around a point of the screen. */
export function zoomed({ x, y, scale }: Window, by: number, around: Point): Window {
  const next = within(scale * by)
  const factor = next / scale
  return { scale: next, x: around.x - (around.x - x) * factor, y: around.y - (around.y - y) * factor }
}

/** How far a box has to be moved along one side of what is seen. */
function shift(at: number, half: number, room: number): number {
  const [first, last] = [at - half - MARGIN, at + half + MARGIN]
  return first < 0 ? -first : last > room ? room - last : 0
}

/** Moved as little as it takes to see a box; the same where it is seen. */
export function showing(window: Window, place: Point, view: Size): Window {
  const { scale } = window
  const dx = shift(place.x * scale + window.x, (BOX.width / 2) * scale, view.width)
  const dy = shift(place.y * scale + window.y, (BOX.height / 2) * scale, view.height)
  return dx === 0 && dy === 0 ? window : { scale, x: window.x + dx, y: window.y + dy }
}

/** After another layout, one box stays where it was on the screen. */
export const anchored = (window: Window, before: Point | undefined, after: Point | undefined): Window =>
  before && after
    ? {
        ...window,
        x: window.x + (before.x - after.x) * window.scale,
        y: window.y + (before.y - after.y) * window.scale,
      }
    : window
