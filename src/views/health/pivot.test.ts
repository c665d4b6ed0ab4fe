import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import type { HealthRow } from './order'
import { MAX_PIVOT_COLUMNS, pivotColumns, parsePivot, formatPivot } from './pivot'
import { describePivotGroup } from './pivot-columns'

test.each([
  [{ pivotCellType: 'health' }, undefined],
  [
    { pivotBy: 'namespace', pivotCellType: 'uptime' },
    { by: 'namespace', cells: 'uptime' },
  ],
  [
    { pivotBy: 'label', pivotLabel: 'env', pivotCellType: 'health' },
    { by: 'label:env', cells: 'health' },
  ],
  [{ pivotBy: 'label', pivotCellType: 'health' }, undefined],
] as const)('%j is the pivot %j [HEALTH-15 HEALTH-16 HEALTH-17]', (written, pivot) => {
  expect(parsePivot(written)).toEqual(pivot)
})

test('a pivot survives a round trip through the URL', () => {
  for (const by of ['namespace', 'label:env'] as const)
    expect(parsePivot({ ...formatPivot(by), pivotCellType: 'health' })?.by).toBe(by)
  expect(parsePivot({ ...formatPivot(undefined), pivotCellType: 'health' })).toBeUndefined()
})

test.each<[string, readonly HealthRow['status'][], string]>([
  ['passes', ['healthy', 'healthy'], 'shop, prod healthy'],
  ['fails', ['unhealthy'], 'shop, prod unhealthy'],
  ['fails partly', ['unhealthy', 'unknown', 'healthy'], 'shop, prod 1 of 3 unhealthy'],
  ['is unknown', ['unknown'], 'shop, prod unknown'],
  ['is partly unknown', ['unknown', 'healthy'], 'shop, prod 1 of 2 unknown'],
])('describes a group that %s', (_what, statuses, expected) => {
  const members = statuses.map((status, at) => createCheck(String(at), { status }))
  expect(describePivotGroup('shop', members, [{ id: 'prod', title: 'prod', matches: () => true }], 'health')).toBe(
    expected
  )
})

const inNamespaces = (...names: string[]) => names.map((namespace, at) => createCheck(String(at), { namespace }))

test('each value has a column with its checks', () => {
  const checks = inNamespaces('b', 'a', 'b', '')
  const columns = pivotColumns(checks, 'namespace', new Map())
  expect(columns.map(({ title }) => title)).toEqual(['a', 'b', 'None'])
  expect(columns.map(({ matches }) => checks.filter(matches).length)).toEqual([1, 2, 1])
})

test('with too many values only the most frequent have columns, and each check is in exactly one column', () => {
  const checks = inNamespaces(...Array.from({ length: 40 }, (_, at) => `n${Math.floor(Math.sqrt(at * 4))}`))
  const columns = pivotColumns(checks, 'namespace', new Map())
  expect(columns).toHaveLength(MAX_PIVOT_COLUMNS)
  expect(columns.at(-1)?.title).toMatch(/^\d+ others$/)
  for (const check of checks) expect(columns.filter(({ matches }) => matches(check))).toHaveLength(1)
})
