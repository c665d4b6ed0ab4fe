import { expect, test } from 'vitest'
import type { Component } from '@/api/topology/topology'
import { componentHealthDot } from '@/lib/topology/component-health'
import { componentCardLines } from './shared/card'
import { cardSizeFor, countCardLines } from './shared/card-size'
import { cardFacts, healthReason, describeComponent } from './facts'
import { toTopologyState, topologyFilterFields, filterComponents, topologyFilters } from './filters'
import { componentAncestors, buildComponentForest, withAncestors } from './forest'
import { headlineColumns, keepOrder, sortComponents } from './order'
import { topologyUrl } from './url'

const one = (name: string, more: Partial<Component> = {}): Component => ({ id: name, name, ...more })
const names = (list: readonly Component[]) => list.map(({ name }) => name)

const shop = one('shop', { type: 'Application', health: 'unhealthy', labels: { tier: 'gold' } })
const checkout = one('checkout', {
  type: 'Service',
  health: 'unhealthy',
  parent_id: 'shop',
  parents: ['shop'],
  labels: { tier: 'gold', team: 'payments' },
  status_reason: 'No pod is ready',
  updated_at: '2026-11-24T10:00:00Z',
  properties: [{ name: 'cpu', value: 90, max: 100, unit: 'millicores', headline: true }],
  summary: {
    unhealthy: 1,
    checks: { unhealthy: 2, healthy: 1 },
    incidents: { availability: { High: 1 } },
    insights: { security: { low: 2 }, cost: { critical: 1 } },
  },
})
const orders = one('orders', {
  type: 'Service',
  health: 'healthy',
  parent_id: 'shop',
  parents: ['shop', 'checkout'],
  labels: { tier: 'silver' },
  updated_at: '2026-11-23T10:00:00Z',
  properties: [{ name: 'cpu', value: 120, headline: true }],
})
const ordersDb = one('orders-db', { type: 'Database', health: 'healthy', parent_id: 'orders', parents: ['orders'] })
const leeds = one('leeds', { type: 'Site', health: 'warning', agent_id: 'a1' })
const all = [checkout, leeds, orders, ordersDb, shop]
const nothingAround = { teams: new Map(), agents: new Map() }

test('places each component once, below its own parent, and keeps its other relations', () => {
  const forest = buildComponentForest(all)
  expect(names(forest.roots)).toEqual(['leeds', 'shop'])
  expect(names(forest.below('shop'))).toEqual(['checkout', 'orders'])
  expect(names(forest.related('checkout'))).toEqual(['orders'])
  expect(names(componentAncestors('orders-db', forest))).toEqual(['shop', 'orders'])
  expect([...withAncestors(new Set(['orders-db']), forest)].toSorted()).toEqual(['orders', 'orders-db', 'shop'])
})

test('ignores parents outside the list, and starts a cycle at its first component', () => {
  expect(names(buildComponentForest([one('a', { parent_id: 'gone' })]).roots)).toEqual(['a'])
  const circle = buildComponentForest([one('a', { parent_id: 'b' }), one('b', { parent_id: 'a' })])
  expect(names(circle.roots)).toEqual(['b'])
  expect(names(circle.below('b'))).toEqual(['a'])
})

test('uses the health of the component, or a status that names a health', () => {
  expect([{ health: 'warning' }, { status: 'unhealthy' }, { status: 'Running' }, {}].map(componentHealthDot)).toEqual([
    'warning',
    'unhealthy',
    'unknown',
    'unknown',
  ])
})

test('sorts by the worst open incident, then health, then the newest failure, then name', () => {
  const failing = (name: string, health: string, since?: string, severity?: string) =>
    one(name, {
      health,
      health_reason: { text: '', causes: [], since: since && `2026-11-24T${since}:00Z` },
      ...(severity && { summary: { incidents: { availability: { [severity]: 1, Low: 2 } } } }),
    })
  const list = [
    one('fine', { health: 'healthy' }),
    one('dark'),
    failing('limping', 'warning', '03:00'),
    failing('old', 'unhealthy', '01:00'),
    failing('timeless', 'unhealthy'),
    failing('new', 'unhealthy', '02:40'),
    failing('low', 'unhealthy', '02:50', 'Low'),
    failing('high', 'warning', '00:10', '2'),
    failing('blocked', 'healthy', undefined, 'BLOCKER'),
  ]
  expect(names(sortComponents(list, undefined))).toEqual([
    'blocked',
    'high',
    'low',
    'new',
    'old',
    'timeless',
    'limping',
    'dark',
    'fine',
  ])
  expect(names(sortComponents(all, undefined))).toEqual(['checkout', 'shop', 'leeds', 'orders', 'orders-db'])
})

test('sorts by a column; components without a value come last in both directions', () => {
  const by = (column: string, isDescending = false) => names(sortComponents(all, { column, isDescending }))
  expect(by('name', true)).toEqual(['shop', 'orders-db', 'orders', 'leeds', 'checkout'])
  expect(by('type')).toEqual(['shop', 'orders-db', 'checkout', 'orders', 'leeds'])
  expect(by('updated_at', true).slice(0, 2)).toEqual(['checkout', 'orders'])
  expect(by('updated_at').slice(0, 2)).toEqual(['orders', 'checkout'])
  expect(by('field:cpu', true).slice(0, 2)).toEqual(['orders', 'checkout'])
  expect(by('field:cpu').slice(0, 2)).toEqual(['checkout', 'orders'])
  expect(headlineColumns(all)).toEqual([{ id: 'field:cpu', title: 'cpu', name: 'cpu' }])
})

test('keeps the previous order; a new component comes after the one it follows', () => {
  expect(keepOrder(['a', 'b', 'c'], ['c', 'new', 'a'])).toEqual(['a', 'c', 'new'])
  expect(keepOrder(['a', 'b'], ['first', 'b', 'a', 'last'])).toEqual(['first', 'a', 'last', 'b'])
  expect(keepOrder([], ['a', 'b'])).toEqual(['a', 'b'])
})

test('converts the URL state to filters with one field per label', () => {
  const state = topologyUrl.parse('?status=unhealthy:1&type=!Site&labels=tier%253Dgold:1,team%253Dpayments:-1')
  const read = topologyUrl.parse('?labels=tier=gold:1,team=payments:-1')
  expect(topologyFilters(read)['labels.tier']).toEqual({ gold: 'include' })
  expect(toTopologyState(topologyFilters(read)).labels).toEqual({ 'tier=gold': 'include', 'team=payments': 'exclude' })
  expect(state.type).toEqual({ Site: 'exclude' })
})

test('a component matches if it has an included value of each field and no excluded value', () => {
  const left = (search: string, around = nothingAround) =>
    names(filterComponents(all, topologyFilters(topologyUrl.parse(search)), around))
  expect(left('')).toEqual(names(all))
  expect(left('?status=unhealthy')).toEqual(['checkout', 'shop'])
  expect(left('?status=unhealthy,warning&type=!Application')).toEqual(['checkout', 'leeds'])
  expect(left('?labels=tier=gold:1,tier=silver:1')).toEqual(['checkout', 'orders', 'shop'])
  expect(left('?labels=tier=gold:1,team=payments:-1')).toEqual(['shop'])
  expect(left('?agent_id=a1')).toEqual(['leeds'])
  expect(left('?team=platform', { ...nothingAround, teams: new Map([['orders', ['platform']]]) })).toEqual(['orders'])
})

test('filter values have counts, and values that only a link contains can be removed', () => {
  const filters = topologyFilters(topologyUrl.parse('?type=Gone&labels=zone=a:1'))
  const fields = topologyFilterFields(all, filters, { teams: new Map(), agents: new Map([['a1', 'depot']]) })
  const of = (field: string) => fields.find((known) => known.field === field)?.values
  expect(of('status')?.[0]).toEqual({ value: 'unhealthy', label: 'Unhealthy', count: 2 })
  expect(of('type')?.find(({ value }) => value === 'Gone')?.count).toBe(0)
  expect(of('labels.zone')).toEqual([{ value: 'a', label: 'a', count: 0 }])
  expect(of('agent_id')).toEqual([{ value: 'a1', label: 'depot', count: 1 }])
})

test('describes a component in one sentence, worst facts first', () => {
  expect(describeComponent(checkout, { in: [shop], below: [orders] })).toBe(
    'checkout, Service, unhealthy, No pod is ready, in shop, cpu 0.09 cores of 0.1 cores, 90%, 1 child, ' +
      '2 checks unhealthy, 1 check healthy, 1 high availability incident, 1 critical cost insight, 2 low security insights'
  )
})

test('removes the leading health from a reason', () => {
  expect(
    healthReason(one('a', { health: 'unhealthy', status_reason: 'unhealthy because 1 of 3 children is: b' }))
  ).toBe('because 1 of 3 children is: b')
  expect(
    healthReason(one('a', { health: 'unhealthy', status_reason: 'unhealthy, caused by 1 of 3 children: b' }))
  ).toBe('caused by 1 of 3 children: b')
  expect(healthReason(one('a', { health: 'warning', status_reason: 'Restarts often' }))).toBe('Restarts often')
  expect(healthReason(one('a'))).toBeUndefined()
})

test('computes facts once per response', () => {
  expect(cardFacts(checkout)).toBe(cardFacts(checkout))
})

test('cards are as high as their content; narrow cards have one column, the narrowest none', () => {
  const contextOf = (of: Component) => ({ isWithin: false, below: of === checkout ? 3 : 0, hasTeams: false })
  const { width, heightOf } = cardSizeFor(contextOf, 554)
  expect(width).toBe(554)
  // The line count matches the rendered lines.
  const told = componentCardLines(checkout, { within: [shop], teams: ['payments'] }).length
  expect(countCardLines(checkout, { isWithin: true, below: 0, hasTeams: true })[0]).toBe(told)
  expect(heightOf(checkout, 554)).toBeGreaterThan(heightOf(leeds, 554))
  expect(heightOf(checkout, 400)).toBeGreaterThan(heightOf(checkout, 554))
  expect(heightOf(checkout, 250)).toBeLessThan(heightOf(checkout, 554))
})
