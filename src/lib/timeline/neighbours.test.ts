import { expect, test } from 'vitest'
import { computeDistances } from './neighbours'

const edges = new Map([
  ['cluster', ['namespace']],
  ['namespace', ['deployment', 'database']],
  ['deployment', ['pod']],
  ['elsewhere', ['far']],
])

test('counts steps along edges in both directions, and leaves out unconnected nodes', () => {
  const found = computeDistances(new Map([['deployment', 0]]), edges)
  expect(Object.fromEntries(found)).toEqual({ deployment: 0, namespace: 1, pod: 1, cluster: 2, database: 2 })
  expect([...found.values()]).toEqual([0, 1, 1, 2, 2])
})

test('uses the nearest of several starts', () => {
  const found = computeDistances(
    new Map([
      ['database', 3],
      ['pod', 1],
      ['check', 0],
    ]),
    edges
  )
  expect(Object.fromEntries(found)).toEqual({ check: 0, pod: 1, deployment: 2, namespace: 3, database: 3, cluster: 4 })
})
