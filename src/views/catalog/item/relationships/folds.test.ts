import { expect, test } from 'vitest'
import type { RelationshipRow } from '@/api/catalog/relationships'
import {
  renderGraph,
  collapseNode,
  initialCollapseState,
  revealItem,
  expandNode,
} from '@/views/shared/graph/graph-groups'
import { type RelatedItem, resolveRelationPaths } from './reach'

const row = (id: string, more: Partial<RelationshipRow> = {}): RelationshipRow => ({
  id,
  name: id,
  type: 'Pod',
  config_class: 'Pod',
  created_at: '2026-01-01T00:00:00Z',
  health: 'healthy',
  related_ids: [],
  ...more,
})
const own: RelatedItem = {
  ...row('own', { related_ids: ['set'] }),
  side: undefined,
  steps: undefined,
  via: undefined,
  isGap: false,
}
const pods = Array.from({ length: 7 }, (_, n) => row(`pod-${n}`, n === 6 ? { health: 'unhealthy' } : {}))
const rows = [
  row('cluster', { related_ids: ['own'] }),
  row('own', { related_ids: ['set'] }),
  // A cycle: this row also leads back to the item.
  row('set', { type: 'Set', related_ids: [...pods.map(({ id }) => id), 'own'] }),
  ...pods,
]
const paths = (list: readonly RelatedItem[]) => list.map(({ id, side, steps, isGap }) => [id, side, steps, isGap])

test('the targets of an item are downstream, also within a cycle; its sources are upstream', () => {
  expect(paths(resolveRelationPaths('own', rows, 'all')).slice(0, 3)).toEqual([
    ['cluster', 'upstream', 1, false],
    ['set', 'downstream', 1, false],
    ['pod-0', 'downstream', 2, false],
  ])
})

test.each([
  ['outgoing', ['set', ...pods.map(({ id }) => id)]],
  // The row of the cycle leads to the item, so it is upstream as well.
  ['incoming', ['cluster', 'set']],
] as const)('lists no items of the other direction: %s', (direction, expected) => {
  const list = resolveRelationPaths('own', direction === 'incoming' ? rows.slice(0, 3) : rows, direction)
  expect(list.map(({ id }) => id)).toEqual(expected)
  expect(new Set(list.map(({ side }) => side))).toEqual(new Set([direction === 'outgoing' ? 'downstream' : 'upstream']))
})

test('beyond a gap the direction of the walk determines the side; otherwise the side is unknown', () => {
  const left = [row('a', { related_ids: ['b'] }), row('b')]
  expect(paths(resolveRelationPaths('own', left, 'outgoing'))).toEqual([
    ['a', 'downstream', undefined, true],
    ['b', 'downstream', undefined, false],
  ])
  expect(paths(resolveRelationPaths('own', left, 'all'))).toEqual([
    ['a', undefined, undefined, false],
    ['b', undefined, undefined, false],
  ])
})

test('groups five or more healthy items of one type into a node that expands into its members', () => {
  const related = resolveRelationPaths('own', rows, 'all')
  const { nodes, edges, nodeOf } = renderGraph(own, related, initialCollapseState)
  const fold = nodes.find((node) => node.is === 'fold')
  expect(fold).toMatchObject({ type: 'Pod', parent: 'set', level: 3 })
  expect(nodes.map(({ id }) => id).toSorted()).toEqual(['cluster', fold?.id, 'own', 'pod-6', 'set'].toSorted())
  expect(nodeOf.get('pod-3')).toBe(fold?.id)
  // One arrow represents the arrows of all members.
  expect(edges.filter(({ from }) => from === 'set').map(({ to }) => to)).toHaveLength(3)
  const opened = fold && expandNode(initialCollapseState, fold, nodes)
  expect(opened?.cursor).toBe('pod-0')
  expect(renderGraph(own, related, opened?.folding ?? initialCollapseState).nodes).toHaveLength(10)
})

test('collapsing hides all descendants, and a search still finds a collapsed item', () => {
  const related = resolveRelationPaths('own', rows, 'all')
  const node = renderGraph(own, related, initialCollapseState).nodes.find(({ id }) => id === 'set')
  const { folding = initialCollapseState } = (node && collapseNode(initialCollapseState, node)) ?? {}
  const closed = renderGraph(own, related, folding)
  expect(closed.nodes.find(({ id }) => id === 'set')).toMatchObject({ hidden: 7, isExpanded: false })
  expect(closed.nodeOf.get('pod-2')).toBe('set')
  const shown = renderGraph(own, related, revealItem(folding, 'pod-2', 'own', related))
  expect(shown.nodeOf.get('pod-2')).toBe('pod-2')
})

/** The look of the arrow from the set to its pods. */
const lookOf = (list: readonly RelationshipRow[]) => {
  const { edges, nodeOf } = renderGraph(own, resolveRelationPaths('own', list, 'all'), initialCollapseState)
  return edges.find(({ from, to }) => from === 'set' && to === nodeOf.get('pod-2'))?.look
}

test('a combined arrow is soft only if all its relationships are soft', () => {
  const ids = pods.map(({ id }) => id)
  const others = [row('own', { related_ids: ['set'] }), ...rows.slice(3)]
  const softly = [
    row('cluster', { related_ids: ['own'], soft_ids: ['own'] }),
    row('set', { type: 'Set', related_ids: ids, soft_ids: ids }),
    ...others,
  ]
  const related = resolveRelationPaths('own', softly, 'all')
  expect(related.find(({ id }) => id === 'cluster')?.isSoft).toBe(true)
  expect(related.find(({ id }) => id === 'pod-2')?.isSoft).toBe(true)
  expect(related.find(({ id }) => id === 'set')?.isSoft).toBeUndefined()
  expect(lookOf(softly)).toBe('dashes')
  expect(lookOf([row('set', { type: 'Set', related_ids: ids, soft_ids: ids.slice(1) }), ...others])).toBe('plain')
})
