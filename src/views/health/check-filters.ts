import type { HealthRow } from './order'

/** Maps labels such as `team:shop` to 1 to include checks with this label, or to -1 to exclude them. */
export type LabelFilter = Readonly<Record<string, 1 | -1>>

export const noLabels: LabelFilter = {}

/** The filter key of a label with its value. */
export const formatLabel = (key: string, value: string) => `${key}:${value}`

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

/**
 * Whether a check has no excluded label and, for each label with included values, one of these values.
 */
export function matchesCheckLabels(filter: LabelFilter): (check: HealthRow) => boolean {
  const keys = Object.keys(filter)
  if (keys.length === 0) return () => true
  const required = new Set(keys.filter((label) => filter[label] === 1).map(keyIn))
  return ({ labels }) => {
    const own = Object.entries(labels ?? {})
    if (own.some(([key, value]) => filter[formatLabel(key, value)] === -1)) return false
    for (const key of required) {
      if (!own.some(([name, value]) => name === key && filter[formatLabel(name, value)] === 1)) return false
    }
    return true
  }
}

/** Label values may contain colons, label keys may not. */
const keyIn = (label: string) => label.split(':', 1)[0] ?? label
