import type { FilterValues } from '@/shared/filter-values'
import type { Choice } from '@/shared/forms/choice'

/** The included and excluded values of one field. Other values are neutral. An empty filter matches everything. */
export type FieldFilter = FilterValues

/** Whether a value is included, excluded or not filtered. */
export type FilterState = 'include' | 'neutral' | 'exclude'

/** The filters of a list by field name. */
export type FilterSet = Readonly<Record<string, FieldFilter>>

/** A field that a list can be filtered by. `field` is its name in the URL. */
export type FilterField = {
  field: string
  label: string
  /** `count`: the number of rows with this value, if known. */
  values: readonly (Choice & { count?: number })[]
}

/** From this number on, values are counted instead of named. Specification, "Business constants". */
const COUNTED_FROM = 4

export const readFilterState = (filter: FieldFilter, value: string): FilterState => filter[value] ?? 'neutral'

export function setFilterState(filter: FieldFilter, value: string, state: FilterState): FieldFilter {
  const { [value]: _before, ...rest } = filter
  return state === 'neutral' ? rest : { ...rest, [value]: state }
}

/** Whether a value is included (if any values are included) and not excluded. Undefined is a missing value. */
export function matchesFilter(filter: FieldFilter = {}, value: string | undefined): boolean {
  const state = value === undefined ? undefined : filter[value]
  return state === 'include' || (state !== 'exclude' && !Object.values(filter).includes('include'))
}

export type FilterPart = {
  is: 'include' | 'exclude'
  label: string
  /** The values that this part represents. */
  values: readonly string[]
  /** The number of rows with the value, if the part has only one. */
  count?: number
}

/** A summary of a filter: up to three included values by name, else their count, and the same for excluded values. */
export function summarizeFilter(
  filter: FieldFilter,
  options: FilterField['values'],
  counted: (count: number, is: FilterPart['is']) => string = String
): FilterPart[] {
  const optionOf = (value: string) => options.find((option) => option.value === value)
  return (['include', 'exclude'] as const).flatMap((is): FilterPart[] => {
    const values = Object.keys(filter).filter((value) => filter[value] === is)
    if (values.length >= COUNTED_FROM) return [{ is, label: counted(values.length, is), values }]
    return values.map((value) => {
      const { label = value, count } = optionOf(value) ?? {}
      return { is, label, values: [value], ...(count === undefined ? {} : { count }) }
    })
  })
}

/** Whether any filter is set. */
export const hasActiveFilters = (filters: FilterSet): boolean => countFilterValues(filters) > 0

/** The number of included and excluded values. */
export const countFilterValues = (filters: FilterSet): number =>
  Object.values(filters).reduce((sum, filter) => sum + Object.keys(filter).length, 0)
