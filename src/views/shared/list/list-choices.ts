import type { PlaceChoice } from '@/commands/context'
import { endlessPageSizes, pageSizes, type SortOrder } from '@/ui/grid/grid-view'

export type ListFilterChoices = {
  fields: readonly PlaceChoice[]
  valuesOf(field: string): readonly PlaceChoice[]
  onFilter(field: string, value: string, mode: 'include' | 'exclude'): void
  onClear(): void
}

type Titled = { id: string; title: string; sortBy?: unknown; groupBy?: unknown }

const NONE = 'none'

/** Choices for sorting: each column in ascending order, and with a leading `-` in descending order. */
export const sortChoices = (columns: readonly Titled[]): PlaceChoice[] => {
  const by = columns
    .filter(({ sortBy }) => sortBy)
    .flatMap(({ id, title }) => [
      { value: id, label: `${title}, ascending` },
      { value: `-${id}`, label: `${title}, descending` },
    ])
  return by.length === 0 ? [] : [...by, { value: NONE, label: 'Default order' }]
}

export const parseSort = (choice: string): SortOrder | undefined =>
  choice === NONE ? undefined : { column: choice.replace(/^-/, ''), isDescending: choice.startsWith('-') }

/** Choices for grouping: those of the list, otherwise the columns that allow grouping. */
export const groupChoices = (columns: readonly Titled[]): PlaceChoice[] => {
  const by = columns.filter(({ groupBy }) => groupBy).map(({ id, title }) => ({ value: id, label: title }))
  return by.length === 0 ? [] : [...by, { value: NONE, label: 'No grouping' }]
}

export const parseGroup = (choice: string): string | undefined => (choice === NONE ? undefined : choice)

export const pageSizeChoices = (paging: 'none' | 'pages' | 'endless'): PlaceChoice[] => {
  if (paging === 'none') return []
  const sizes: readonly number[] = paging === 'endless' ? endlessPageSizes : pageSizes
  return sizes.map((size) => ({ value: String(size), label: `${size} rows` }))
}

/** The fields under the key `filter`, and the values of each field under `filter:<field>`. */
export const filterChoices = ({
  fields,
  valuesOf,
}: Pick<ListFilterChoices, 'fields' | 'valuesOf'>): Record<string, readonly PlaceChoice[]> => ({
  filter: fields,
  ...Object.fromEntries(fields.map(({ value }) => [`filter:${value}`, valuesOf(value)])),
})
