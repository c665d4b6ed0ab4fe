import type { Choice } from '@/shared/forms/choice'
import type { FilterField } from './filter'

export type FilterOption = Choice & {
  field: string
  /** The value within its field. Different fields may have the same value. */
  of: string
  /** The field and value, for announcements. */
  name: string
}

/** The values of a row by field. */
export type CursorRowValues = Readonly<Record<string, string | readonly string[]>>

/** Parses the search text. A leading `-` or `!` means exclude: `-dev` excludes `dev`. */
export function parseFilterText(text: string): { query: string; isExcluded: boolean } {
  const [, sign = '', query = ''] = /^\s*([-!]?)\s*(.*?)\s*$/.exec(text) ?? []
  return { query: query.toLowerCase(), isExcluded: sign !== '' }
}

/**
 * The available values. Without a search, they are grouped by field, after the values of the row under the cursor. With
 * one, they contain every word in their value or field, and values that begin with the first word come first.
 */
export function buildFilterOptions(
  fields: readonly FilterField[],
  query: string,
  here: CursorRowValues = {}
): readonly FilterOption[] {
  const all = fields.flatMap(({ field, label, values }) =>
    values.map(({ value, label: of, count }): FilterOption => ({
      value: `${field}\n${value}`,
      field,
      of: value,
      label: fields.length > 1 ? `${label}: ${of}` : of,
      name: `${label} ${of}`,
      ...(fields.length > 1 ? { group: label } : {}),
      ...(count === undefined ? {} : { hint: count.toLocaleString('en') }),
    }))
  )
  const isHere = ({ field, of }: FilterOption) => [here[field] ?? []].flat().includes(of)
  if (query !== '') return search(all, query.split(/\s+/))
  const own = all.filter(isHere).map((option) => ({ ...option, group: 'Values of this row' }))
  return own.length === 0 ? all : [...own, ...all.filter((option) => !isHere(option))]
}

function search(all: readonly FilterOption[], words: readonly string[]): readonly FilterOption[] {
  const [first = ''] = words
  const rank = ({ of, name }: FilterOption) =>
    of.toLowerCase().startsWith(first)
      ? 0
      : of.toLowerCase().includes(first)
        ? 1
        : name.toLowerCase().startsWith(first)
          ? 2
          : 3
  return all
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .map(({ group: _group, ...option }) => option)
    .toSorted((a, b) => rank(a) - rank(b))
}
