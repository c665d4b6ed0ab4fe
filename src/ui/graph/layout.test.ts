import { expect, test } from 'vitest'
import { layOutGraph, NODE_SIZE } from './layout'
import { initialView } from './viewport'

const shape = {
  ids: ['quay', 'crane-1', 'crane-2', 'crane-3', 'hook'],
  edges: [
    { from: 'quay', to: 'crane-1' },
    { from: 'quay', to: 'crane-2' },
    { from: 'quay', to: 'crane-3' },
    { from: 'crane-1', to: 'hook' },
    // Crosses the column of cranes.
    { from: 'quay', to: 'hook' },
    // A cycle.
    { from: 'hook', to: 'crane-3' },
  ],
}

test('every edge leaves a node at the middle of its side, horizontally, and reaches the other side of the next', () => {
  const { places, routes } = layOutGraph(shape)
  for (const [at, { from, to }] of shape.edges.entries()) {
    const [source, target] = [places[from] ?? { x: 0, y: 0 }, places[to] ?? { x: 0, y: 0 }]
    const sign = target.x >= source.x ? 1 : -1
    const points = routes[at] ?? []
    expect(points[0]).toEqual({ x: source.x + (sign * NODE_SIZE.width) / 2, y: source.y })
    expect(points[1]?.y).toBe(source.y)
    expect(points.at(-1)).toEqual({ x: target.x - (sign * NODE_SIZE.width) / 2, y: target.y })
    expect(points.at(-2)?.y).toBe(target.y)
  }
})

test('starts at the top left in full size, moved only as far as the node under the cursor needs', () => {
  const layout = layOutGraph(shape)
  expect(initialView(layout, { width: 1200, height: 600 }, 'quay')).toEqual({ scale: 1, x: 0, y: 0 })
  const narrow = initialView(layout, { width: 320, height: 600 }, 'hook')
  expect([narrow.scale, narrow.y]).toEqual([1, 0])
  expect((layout.places['hook']?.x ?? 0) + narrow.x + NODE_SIZE.width / 2).toBe(320 - 24)
})
