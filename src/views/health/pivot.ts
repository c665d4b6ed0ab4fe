import { type Agents, compareOfDimension, type Dimension, labelKeyOf, valueOf } from './dimension'
import type { Row } from './order'

/** The figure in the cells. */
export const cellTypes = ['health', 'uptime', 'latency'] as const
export type CellType = (typeof cellTypes)[number]

export type Pivot = { by: Dimension; cells: CellType }

type Written = { pivotBy?: string | undefined; pivotLabel?: string | undefined; pivotCellType: CellType }

/** The pivot of the URL state; undefined without one, or if its label is missing. */
export function pivotOf({ pivotBy, pivotLabel, pivotCellType: cells }: Written): Pivot | undefined {
  if (pivotBy === undefined) return undefined
  if (pivotBy !== 'label') return { by: pivotBy as Dimension, cells }
  return pivotLabel === undefined ? undefined : { by: `label:${pivotLabel}`, cells }
}

/** The URL parameters of a pivot; undefined clears them. */
export function writtenPivot(by: Dimension | undefined) {
  const key = by === undefined ? undefined : labelKeyOf(by)
  if (key !== undefined) return { pivotBy: 'label', pivotLabel: key } as const
  return { pivotBy: by as Exclude<Dimension, `label:${string}` | 'name' | 'description'>, pivotLabel: undefined }
}

/** Maximum number of pivot columns. More would be unreadable. */
export const MOST_COLUMNS = 8

/** A column for the checks with one value, or with any of the values that have no column of their own. */
export type PivotColumn = { id: string; title: string; holds(check: Row): boolean }

/** A column for each value, in order; when there are too many, the last column collects the rarest values. */
export function pivotColumns(checks: readonly Row[], by: Dimension, agents: Agents): readonly PivotColumn[] {
  const of = valueOf(by, agents)
  const counts = new Map<string, number>()
  for (const check of checks) counts.set(of(check), (counts.get(of(check)) ?? 0) + 1)
  const frequent = [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  const own = new Set(frequent.slice(0, frequent.length > MOST_COLUMNS ? MOST_COLUMNS - 1 : MOST_COLUMNS))
  const columns = [...own]
    .toSorted(compareOfDimension)
    .map((value): PivotColumn => ({ id: `=${value}`, title: value, holds: (check) => of(check) === value }))
  const others = frequent.length - own.size
  if (others === 0) return columns
  return [...columns, { id: 'others', title: `${others} others`, holds: (check) => !own.has(of(check)) }]
}
