import type { FilterField, FilterSet } from '../../ui/filter/filter'
import { type LabelFilter, formatLabel } from './check-filters'
import type { HealthRow } from './order'

const modes = { include: 1, exclude: -1 } as const

/** Converts the label filter of the URL to filters. Label values may contain colons, label keys may not. */
export function parseLabelFilter(labels: LabelFilter): FilterSet {
  const filters: Record<string, Record<string, 'include' | 'exclude'>> = {}
  for (const [label, sign] of Object.entries(labels)) {
    const [key = label] = label.split(':', 1)
    ;(filters[key] ??= {})[label.slice(key.length + 1)] = sign === 1 ? 'include' : 'exclude'
  }
  return filters
}

/** Converts filters to the label filter of the URL. */
export const toLabelFilter = (filters: FilterSet): LabelFilter =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, values]) =>
      Object.entries(values).map(([value, mode]) => [formatLabel(key, value), modes[mode]] as const)
    )
  )

/**
 * All labels with their values and the number of checks per value. Values that only the filter contains come last, so
 * that a filter from a link can be seen and removed.
 */
export function labelFilterFields(
  checks: readonly HealthRow[],
  labels: ReadonlyMap<string, readonly string[]>,
  filters: FilterSet
): readonly FilterField[] {
  const counts = new Map<string, number>()
  for (const check of checks)
    for (const key in check.labels) {
      const label = formatLabel(key, check.labels[key] ?? '')
      counts.set(label, (counts.get(label) ?? 0) + 1)
    }
  const keys = [...labels.keys(), ...Object.keys(filters).filter((key) => !labels.has(key))]
  return keys.map((key) => {
    const known = labels.get(key) ?? []
    const values = [...known, ...Object.keys(filters[key] ?? {}).filter((value) => !known.includes(value))]
    return {
      field: key,
      label: key,
      values: values.map((value) => ({ value, label: value, count: counts.get(formatLabel(key, value)) ?? 0 })),
    }
  })
}
