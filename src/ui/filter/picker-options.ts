import type { Choice } from '../../lib/choice'
import type { FilterField } from './filter'

export type FilterOption = Choice & {
  field: string
  /** The value in its field: different fields may have the same. */
  of: string
  /** With its field, to be said. */
  name: string
}

/** The values that a row has, by field. */
export type ValuesOfRow = Readonly<Record<string, string | readonly string[]>>

/** What is searched for, and whether it is to be excluded: `-dev` and `!dev` are `dev`, excluded. */
export function wanted(text: string): { query: string; isExcluded: boolean } {
  const [, sign = '', query = ''] = /^\s*([-!]?)\s*(.*?)\s*$/.exec(text) ?? []
  return { query: query.toLowerCase(), isExcluded: sign !== '' }
}

/**
 * The values to choose from: without a search by field, after those of the row under the cursor; else those that have
 * every word in their value or their field, first those that begin with it.
 */
export function optionsFor(
  fields: readonly FilterField[],
  query: string,
  here: ValuesOfRow = {}
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
  if (query !== '') return found(all, query.split(/\s+/))
  const own = all.filter(isHere).map((option) => ({ ...option, group: 'Of this row' }))
  return own.length === 0 ? all : [...own, ...all.filter((option) => !isHere(option))]
}

function found(all: readonly FilterOption[], words: readonly string[]): readonly FilterOption[] {
  const [first = ''] = words
  const rankOf = ({ of, name }: FilterOption) =>
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
    .toSorted((a, b) => rankOf(a) - rankOf(b))
}
