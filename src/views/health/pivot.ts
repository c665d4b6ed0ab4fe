import { type AgentNames, compareDimensionValues, type Dimension, dimensionLabelKey, dimensionValue } from './dimension'
import type { HealthRow } from './order'

/** The figure in the cells. */
export const cellTypes = ['health', 'uptime', 'latency'] as const
export type CellType = (typeof cellTypes)[number]

type HealthPivot = { by: Dimension; cells: CellType }

type Written = { pivotBy?: string | undefined; pivotLabel?: string | undefined; pivotCellType: CellType }

/** The pivot of the URL state; undefined without one, or if its label is missing. */
export function parsePivot({ pivotBy, pivotLabel, pivotCellType: cells }: Written): HealthPivot | undefined {
  if (pivotBy === undefined) return undefined
  if (pivotBy !== 'label') return { by: pivotBy as Dimension, cells }
  return pivotLabel === undefined ? undefined : { by: `label:${pivotLabel}`, cells }
}

/** The URL parameters of a pivot; undefined clears them. */
export function formatPivot(by: Dimension | undefined) {
  const key = by === undefined ? undefined : dimensionLabelKey(by)
  if (key !== undefined) return { pivotBy: 'label', pivotLabel: key } as const
  return { pivotBy: by as Exclude<Dimension, `label:${string}` | 'name' | 'description'>, pivotLabel: undefined }
}

/** Maximum number of pivot columns. More would be unreadable. */
export const MAX_PIVOT_COLUMNS = 8

/** A column for the checks with one value, or with any of the values that have no column of their own. */
export type PivotColumn = { id: string; title: string; matches(check: HealthRow): boolean }

/** A column for each value, in order; when there are too many, the last column collects the rarest values. */
export function pivotColumns(checks: readonly HealthRow[], by: Dimension, agents: AgentNames): readonly PivotColumn[] {
  const of = dimensionValue(by, agents)
  const counts = new Map<string, number>()
  for (const check of checks) counts.set(of(check), (counts.get(of(check)) ?? 0) + 1)
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  const own = new Set(
    frequent.slice(0, frequent.length > MAX_PIVOT_COLUMNS ? MAX_PIVOT_COLUMNS - 1 : MAX_PIVOT_COLUMNS)
  )
  const columns = [...own]
    .toSorted(compareDimensionValues)
    .map((value): PivotColumn => ({ id: `=${value}`, title: value, matches: (check) => of(check) === value }))
  const others = frequent.length - own.size
  if (others === 0) return columns
  return [...columns, { id: 'others', title: `${others} others`, matches: (check) => !own.has(of(check)) }]
}
