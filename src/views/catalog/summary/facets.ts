import type { TypeSummary } from '@/api/catalog/catalog-summary'
import { capital } from '@/shared/format'
import { type HealthDot, toHealthDot } from '@/lib/catalog/health-status'

/** Groupings of types that need no further request to the backend. */
export const facets = ['health', 'analysis', 'changed'] as const
export type Facet = (typeof facets)[number]

/** A type, or the items of a type that have one health or one kind of insight. */
export type SummaryRow = TypeSummary & {
  isPinned?: true
  /** The row's group, if types are grouped by a facet. */
  within?: { facet: Facet; value: string; title: string } | undefined
}

const healths: readonly HealthDot[] = ['unhealthy', 'warning', 'unknown', 'healthy']

/**
 * Groups types by a facet, most important group first. A type with several healths, or several kinds of insights, is
 * in the group of each, with the counts of that group.
 * @param nowMs milliseconds since 1970
 */
export function groupByFacet(rows: readonly SummaryRow[], facet: Facet, nowMs: number): readonly SummaryRow[] {
  switch (facet) {
    case 'health':
      return byHealth(rows)
    case 'analysis':
      return byInsights(rows)
    case 'changed':
      return byAge(rows, nowMs)
  }
}

/** Changes, insights and costs are known only per type, so a row for some of its items leaves them out. */
const unknownForSome = { changes: null, analysis: null, cost_30d: null, updated_at: null } as const

function byHealth(rows: readonly SummaryRow[]): SummaryRow[] {
  const withHealth = healths.flatMap((health) =>
    rows.flatMap((row): SummaryRow[] => {
      const count = countOf(row, (name) => toHealthDot(name) === health)
      const within = { facet: 'health', value: health, title: capital(health) } as const
      return count === 0 ? [] : [{ ...row, ...unknownForSome, count, health: { [health]: count }, within }]
    })
  )
  const others = rows.flatMap((row): SummaryRow[] => {
    const count = row.count - countOf(row)
    const within = { facet: 'health', value: '', title: 'Without health' } as const
    return count <= 0 ? [] : [{ ...row, ...unknownForSome, count, health: null, within }]
  })
  return [...withHealth, ...others]
}

const countOf = ({ health }: TypeSummary, counts: (name: string) => boolean = () => true) =>
  Object.entries(health ?? {}).reduce((total, [name, count]) => total + (counts(name) ? count : 0), 0)

function byInsights(rows: readonly SummaryRow[]): SummaryRow[] {
  const kinds = [...new Set(rows.flatMap(({ analysis }) => Object.keys(analysis ?? {})))].toSorted()
  const found = kinds.flatMap((kind) =>
    rows.flatMap((row): SummaryRow[] => {
      const count = row.analysis?.[kind] ?? 0
      const within = { facet: 'analysis', value: kind, title: capital(kind) } as const
      return count === 0 ? [] : [{ ...row, analysis: { [kind]: count }, within }]
    })
  )
  const others = rows.flatMap((row): SummaryRow[] => {
    const within = { facet: 'analysis', value: '', title: 'Without insights' } as const
    return Object.values(row.analysis ?? {}).some((count) => count > 0) ? [] : [{ ...row, within }]
  })
  return [...found, ...others]
}

const HOUR_MS = 3_600_000
const ages = [
  { value: '1h', title: 'In the last hour', ms: HOUR_MS },
  { value: '1d', title: 'In the last day', ms: 24 * HOUR_MS },
  { value: '7d', title: 'In the last 7 days', ms: 7 * 24 * HOUR_MS },
  { value: '30d', title: 'In the last 30 days', ms: 30 * 24 * HOUR_MS },
  { value: 'earlier', title: 'Earlier', ms: Infinity },
] as const

function byAge(rows: readonly SummaryRow[], nowMs: number): SummaryRow[] {
  const aged = rows.map((row) => ({ row, ms: row.updated_at ? nowMs - Date.parse(row.updated_at) : Infinity }))
  return ages.flatMap(({ value, title, ms }, at) => {
    const least = ages[at - 1]?.ms ?? -Infinity
    const those = aged.filter((one) => one.ms <= ms && one.ms > least)
    return those.map(({ row }): SummaryRow => ({ ...row, within: { facet: 'changed', value, title } }))
  })
}

/** Relative cost change of the last day against the 30-day daily average, from -1; undefined if unknown or within 10%. */
export function costTrend({ cost_30d: month, cost_1d: day }: { cost_30d?: number | null; cost_1d?: number | null }) {
  if (!month || day === null || day === undefined) return undefined
  const change = day / (month / 30) - 1
  return Math.abs(change) > 0.1 ? change : undefined
}
