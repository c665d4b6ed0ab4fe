import type { FilterValues } from '../shared/filter-values'
import { parseList } from '../shared/search-grammar'
import type { QueryParams } from './http'
import { ilike, inList, isNull, matches, notIn, or } from './postgrest'

type Pair = QueryParams[number]

/** Conditions of a filter for a column. Excluding a value keeps rows without a value. */
export function filterConditions(column: string, values: FilterValues = {}): Pair[] {
  const of = (mode: FilterValues[string]) => Object.keys(values).filter((value) => values[value] === mode)
  const [included, excluded] = [of('include'), of('exclude')]
  return [
    ...(included.length > 0 ? [inList(column, included)] : []),
    ...(excluded.length > 0 ? [or(isNull(column), notIn(column, excluded))] : []),
  ]
}

/** Matches a search word in any of the columns; `*` at its ends matches any text. */
export const wordCondition = (words: readonly string[], text: string): Pair =>
  or(...words.map((one) => wordIn(one, text)))

function wordIn(column: string, text: string): Pair {
  const [value] = parseList(text.replaceAll(',', ' '))
  return value?.anyBefore || value?.anyAfter ? matches(column, value) : ilike(column, text)
}
