import type { Row } from './order'

/** `team:shop` to 1, which includes checks that have the label, or -1, which excludes them. */
export type LabelFilter = Readonly<Record<string, 1 | -1>>

export const noLabels: LabelFilter = {}

/** How a label and its value are written in a filter. */
export const labelOf = (key: string, value: string) => `${key}:${value}`

export const isPassing = ({ status }: Pick<Row, 'status'>) => status === 'healthy'

const haystacks = new WeakMap<Row, string>()

function haystackOf(check: Row): string {
  const known = haystacks.get(check)
  if (known !== undefined) return known
  const text = [check.name, check.description, check.endpoint].filter(Boolean).join('\n').toLowerCase()
  haystacks.set(check, text)
  return text
}

/** Whether name, description or endpoint hold every word that is searched for. */
export function searchBy(text: string): (check: Row) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return (check) => {
    const haystack = haystackOf(check)
    return words.every((word) => haystack.includes(word))
  }
}

/**
 * Whether a check has none of the labels that are excluded and, of each label that is included with some values, one of
 * these values.
 */
export function labelsBy(filter: LabelFilter): (check: Row) => boolean {
  const written = Object.keys(filter)
  if (written.length === 0) return () => true
  const wanted = new Set(written.filter((label) => filter[label] === 1).map(keyIn))
  return ({ labels }) => {
    const own = Object.entries(labels ?? {})
    if (own.some(([key, value]) => filter[labelOf(key, value)] === -1)) return false
    for (const key of wanted) {
      if (!own.some(([name, value]) => name === key && filter[labelOf(name, value)] === 1)) return false
    }
    return true
  }
}

/** A value may hold colons, the name of a label may not. */
const keyIn = (label: string) => label.split(':', 1)[0] ?? label
