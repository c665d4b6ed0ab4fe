import type { TypeSummary } from '../../../api/catalog-summary'
import { capital } from '../../../lib/format'
import { type Dot, dotOf } from '../../../lib/health-status'

/** What types can be told apart by without asking the backend again. */
export const facets = ['health', 'analysis', 'changed'] as const
export type Facet = (typeof facets)[number]

/** A type, or what of it has one health or one kind of insight. */
export type SummaryRow = TypeSummary & {
  isPinned?: true
  /** The group that it stands in, where types are grouped by a facet. */
  within?: { facet: Facet; value: string; title: string } | undefined
}

const healths: readonly Dot[] = ['unhealthy', 'warning', 'unknown', 'healthy']

/**
 * Types by a facet, groups in the order in which they are looked at. A type with several healths, or several kinds of
 * insights, stands in the group of each, with what is counted there.
 * @param nowMs milliseconds since 1970
 */
export function byFacet(rows: readonly SummaryRow[], facet: Facet, nowMs: number): readonly SummaryRow[] {
  switch (facet) {
    case 'health':
      return byHealth(rows)
    case 'analysis':
      return byInsights(rows)
    case 'changed':
      return byAge(rows, nowMs)
  }
}

/** Changes, insights and costs are known of all items of a type only: where some are counted, those are left out. */
const notOfSome = { changes: null, analysis: null, cost_30d: null, updated_at: null } as const

function byHealth(rows: readonly SummaryRow[]): SummaryRow[] {
  const judged = healths.flatMap((health) =>
    rows.flatMap((row): SummaryRow[] => {
      const count = countOf(row, (name) => dotOf(name) === health)
      const within = { facet: 'health', value: health, title: capital(health) } as const
      return count === 0 ? [] : [{ ...row, ...notOfSome, count, health: { [health]: count }, within }]
    })
  )
  const others = rows.flatMap((row): SummaryRow[] => {
    const count = row.count - countOf(row)
    const within = { facet: 'health', value: '', title: 'Without health' } as const
    return count <= 0 ? [] : [{ ...row, ...notOfSome, count, health: null, within }]
  })
  return [...judged, ...others]
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

/** How much more the last day cost than a day of the last 30, -1 and above; undefined within a tenth, and where it is not known. */
export function trendOf({ cost_30d: month, cost_1d: day }: { cost_30d?: number | null; cost_1d?: number | null }) {
  if (!month || day === null || day === undefined) return undefined
  const change = day / (month / 30) - 1
  return Math.abs(change) > 0.1 ? change : undefined
}
