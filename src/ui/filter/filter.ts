import type { FilterValues } from '../../lib/filter-values'
import type { Choice } from '../../lib/choice'

/** The included and excluded values of one field. Absent values do not matter; an empty filter matches everything. */
export type Filter = FilterValues

/** Whether a value is included, excluded, or does not matter. */
export type FilterState = 'include' | 'neutral' | 'exclude'

/** The filters of a list by the names of its fields. */
export type Filters = Readonly<Record<string, Filter>>

/** What a list can be filtered by, with its name in the address. */
export type FilterField = {
  field: string
  label: string
  /** `count`: how many rows have it, where that is known. */
  values: readonly (Choice & { count?: number })[]
}

/** From so many on, what is included is counted instead of named. Specification, "Business constants". */
export const COUNTED_FROM = 4

export const stateIn = (filter: Filter, value: string): FilterState => filter[value] ?? 'neutral'

export function withState(filter: Filter, value: string, state: FilterState): Filter {
  const { [value]: _before, ...rest } = filter
  return state === 'neutral' ? rest : { ...rest, [value]: state }
}

export type Part = {
  is: 'include' | 'exclude'
  label: string
  /** The values it stands for. */
  values: readonly string[]
  /** How many rows have its one value. */
  count?: number
}

/** A summary of a filter: up to three included values by name, else their number; the same for those excluded. */
export function summaryOf(
  filter: Filter,
  options: FilterField['values'],
  counted: (count: number, is: Part['is']) => string = String
): Part[] {
  const optionOf = (value: string) => options.find((option) => option.value === value)
  return (['include', 'exclude'] as const).flatMap((is): Part[] => {
    const values = Object.keys(filter).filter((value) => filter[value] === is)
    if (values.length >= COUNTED_FROM) return [{ is, label: counted(values.length, is), values }]
    return values.map((value) => {
      const { label = value, count } = optionOf(value) ?? {}
      return { is, label, values: [value], ...(count === undefined ? {} : { count }) }
    })
  })
}

/** Whether any filter is set. */
export const isFiltered = (filters: Filters): boolean => countOf(filters) > 0

/** How many values are included or excluded. */
export const countOf = (filters: Filters): number =>
  Object.values(filters).reduce((sum, filter) => sum + Object.keys(filter).length, 0)
