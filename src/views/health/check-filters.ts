import { type FilterField, type FilterSet, matchesFilter } from '../../ui/filter/filter'
import type { HealthRow } from './order'

export const isPassing = ({ status }: Pick<HealthRow, 'status'>) => status === 'healthy'

const haystacks = new WeakMap<HealthRow, string>()

function haystackOf(check: HealthRow): string {
  const known = haystacks.get(check)
  if (known !== undefined) return known
  const text = [check.name, check.description, check.endpoint].filter(Boolean).join('\n').toLowerCase()
  haystacks.set(check, text)
  return text
}

/** Whether name, description or endpoint contain every word of the search. */
export function matchesCheckSearch(text: string): (check: HealthRow) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return (check) => {
    const haystack = haystackOf(check)
    return words.every((word) => haystack.includes(word))
  }
}

/** Whether the labels of a check match the filters, which are by the keys of labels. */
export function matchesCheckLabels(filters: FilterSet): (check: HealthRow) => boolean {
  const entries = Object.entries(filters)
  return ({ labels }) => entries.every(([key, filter]) => matchesFilter(filter, labels?.[key]))
}

/**
 * All labels with their values and the number of checks per value. Values that only the filter contains come last, so
 * that a filter from a link can be seen and removed.
 */
export function countLabelValues(
  checks: readonly HealthRow[],
  labels: ReadonlyMap<string, readonly string[]>,
  filters: FilterSet
): readonly FilterField[] {
  const counts = new Map<string, number>()
  for (const check of checks)
    for (const key in check.labels) {
      const label = `${key}:${check.labels[key]}`
      counts.set(label, (counts.get(label) ?? 0) + 1)
    }
  const keys = [...labels.keys(), ...Object.keys(filters).filter((key) => !labels.has(key))]
  return keys.map((key) => {
    const known = labels.get(key) ?? []
    const values = [...known, ...Object.keys(filters[key] ?? {}).filter((value) => !known.includes(value))]
    return {
      field: key,
      label: key,
      values: values.map((value) => ({ value, label: value, count: counts.get(`${key}:${value}`) ?? 0 })),
    }
  })
}
