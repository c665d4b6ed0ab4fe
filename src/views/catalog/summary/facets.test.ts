import { expect, test } from 'vitest'
import type { TypeSummary } from '@/api/catalog/catalog-summary'
import { groupByFacet, type Facet, costTrend } from './facets'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const row = (type: string, more: Partial<TypeSummary> = {}): TypeSummary => ({
  type,
  count: 3,
  health: null,
  analysis: {},
  changes: 7,
  cost_30d: 30,
  updated_at: '2026-11-20T11:30:00Z',
  tag: undefined,
  ...more,
})
const of = (rows: readonly TypeSummary[], facet: Facet) =>
  groupByFacet(rows, facet, NOW).map(({ type, count, within }) => `${within?.title}: ${type} ${count}`)

test('grouped by health, a type is in the group of each health with the count of that health, worst first', () => {
  const pods = row('Pod', { count: 10, health: { healthy: 5, degraded: 1, unhealthy: 2 } })
  const nodes = row('Node', { count: 2, health: { warning: 2 } })
  expect(of([pods, nodes, row('Region')], 'health')).toEqual([
    'Unhealthy: Pod 3',
    'Warning: Node 2',
    'Healthy: Pod 5',
    'Without health: Pod 2',
    'Without health: Region 3',
  ])
  // Figures that are known only per type are left out of rows for some of its items.
  expect(groupByFacet([pods], 'health', NOW)[0]).toMatchObject({
    changes: null,
    cost_30d: null,
    health: { unhealthy: 3 },
  })
})

test('grouped by insights, a type is in the group of each kind with the insights of that kind', () => {
  const pods = row('Pod', { analysis: { security: 2, cost: 1 } })
  expect(of([pods, row('Region')], 'analysis')).toEqual([
    'Cost: Pod 3',
    'Security: Pod 3',
    'Without insights: Region 3',
  ])
  expect(groupByFacet([pods], 'analysis', NOW).map(({ analysis }) => analysis)).toEqual([{ cost: 1 }, { security: 2 }])
})

test('grouped by change, each type is in one group by the age of its latest change', () => {
  const types = ['2026-10-01', '2026-11-20', '2026-11-19', '2026-11-01'].map((day) =>
    row(day, { updated_at: `${day}T11:30:00Z` })
  )
  expect(of([...types, row('never', { updated_at: null })], 'changed')).toEqual([
    'In the last hour: 2026-11-20 3',
    'In the last 7 days: 2026-11-19 3',
    'In the last 30 days: 2026-11-01 3',
    'Earlier: 2026-10-01 3',
    'Earlier: never 3',
  ])
})

test.each([
  ['an increase of a tenth is not a trend', { cost_30d: 30, cost_1d: 1.09 }, undefined],
  ['an increase of more than a tenth', { cost_30d: 30, cost_1d: 1.5 }, 0.5],
  ['no cost on the last day', { cost_30d: 30, cost_1d: 0 }, -1],
  ['an unknown cost of the last day', { cost_30d: 30 }, undefined],
  ['no cost in the last 30 days', { cost_30d: 0, cost_1d: 1 }, undefined],
])('the trend of a cost: %s', (_what, costs, expected) => expect(costTrend(costs)).toBe(expected))
