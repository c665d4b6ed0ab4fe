import type { FilterValues } from '../../lib/filter-values'
import type { Choice } from '../../lib/choice'
import type { FilterState } from './tri-state'

/** The included and excluded values. Absent values do not matter; an empty filter matches everything. */
export type Filter = FilterValues

/** From so many on, what is included is counted instead of named. Specification, "Business constants". */
export const COUNTED_FROM = 4

export const stateIn = (filter: Filter, value: string): FilterState => filter[value] ?? 'neutral'

export function withState(filter: Filter, value: string, state: FilterState): Filter {
  const { [value]: _before, ...rest } = filter
  return state === 'neutral' ? rest : { ...rest, [value]: state }
}

export type Part = { is: 'include' | 'exclude'; label: string }

/** A summary of a filter: up to three included values by name, else their number; the same for those excluded. */
export function summaryOf(
  filter: Filter,
  options: readonly Choice[],
  counted: (count: number, is: Part['is']) => string = String
): Part[] {
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value
  return (['include', 'exclude'] as const).flatMap((is): Part[] => {
    const values = Object.keys(filter).filter((value) => filter[value] === is)
    return values.length < COUNTED_FROM
      ? values.map((value) => ({ is, label: labelOf(value) }))
      : [{ is, label: counted(values.length, is) }]
  })
}

/** The same, to be read: `prod, test, not dev`. */
export const spokenSummary = (parts: readonly Part[]): string =>
  parts.map(({ is, label }) => (is === 'exclude' ? `not ${label}` : label)).join(', ')
