import type { ComponentProps, ReactNode, RefObject } from 'react'
import { countFilterValues, hasActiveFilters } from '@/ui/filter/filter'
import { FilterChips } from '@/ui/filter/filter-chips'
import type { CursorRowValues } from '@/ui/filter/picker-options'
import { Landmark } from '@/ui/landmark'
import { type SearchExit, SearchField } from '@/ui/search-field'
import { CommandButton } from '../commands/command-button'
import { FilterButton, type FilterPickerState } from './filter-button'
import css from './list-page.module.css'
import type { ListFilters, ListSource } from './list-source'
import { ListViewMenu } from './view-menu'

/** The parts of the toolbar that differ between lists. */
export type ToolbarOptions = {
  searchLabel: string
  /** The accessible name of the toolbar. */
  toolbarLabel?: string
  /** Switches that limit the rows, in addition to the filters. */
  switches?: ReactNode
  /** Filters that have their own control. The active filters are then next to them, in the line of the search. */
  quickFilters?: ReactNode
  /** The entries of the view menu, for lists with further ways to show their rows. */
  viewMenu?: ComponentProps<typeof ListViewMenu>['sections']
  /** Shown next to the search, for creating resources. */
  actions?: ReactNode
}

type Props = ToolbarOptions &
  Pick<ListSource<object>, 'text' | 'setText' | 'filters' | 'time'> & {
    field: RefObject<HTMLInputElement | null>
    onLeave(to: SearchExit): void
    picking: FilterPickerState
    /** The values of the row under the cursor, which the picker offers first. */
    here: CursorRowValues | undefined
  }

const usualViewMenu: NonNullable<ToolbarOptions['viewMenu']> = [
  [
    { call: 'list.sort' },
    { call: 'list.group' },
    { call: 'list.columns', label: 'Columns' },
    { call: 'list.pageSize' },
    { call: 'list.layout' },
  ],
]

/** The search, the filters and the view menu above a list. */
export function ListToolbar({
  text,
  setText,
  filters,
  time,
  searchLabel,
  toolbarLabel = 'Search and actions',
  switches,
  quickFilters,
  viewMenu = usualViewMenu,
  actions,
  field,
  onLeave,
  picking,
  here,
}: Props) {
  const hasFilters = filters !== undefined && hasActiveFilters(filters.values)
  const fields = filters && (hasFilters || picking.text !== undefined ? fieldsOf(filters) : filters.fields)
  const active = filters && fields && hasFilters && (
    <>
      <FilterChips
        fields={fields}
        values={filters.values}
        onChange={filters.set}
        onOpen={({ label }) => picking.open(label)}
        counted={filters.texts?.counted}
      />
      <CommandButton call="list.clearFilters" tone="bare" />
    </>
  )
  return (
    <Landmark
      as="search"
      label={toolbarLabel}
      className={quickFilters === undefined ? css.toolbar : `${css.toolbar} ${css.inline}`}
    >
      <div className={css.search}>
        <SearchField ref={field} label={searchLabel} value={text} onChange={setText} onLeave={onLeave} />
        {filters && fields && (
          <FilterButton
            fields={fields}
            values={filters.values}
            title={filters.texts?.title ?? 'Filters'}
            picking={picking}
            count={filters.activeCount ?? countFilterValues(filters.values)}
            here={here}
            onApply={filters.set}
          />
        )}
      </div>
      {time?.picker}
      {switches}
      <ListViewMenu sections={viewMenu} />
      {actions !== undefined && <span className={css.actions}>{actions}</span>}
      {quickFilters === undefined ? (
        active && <div className={css.filters}>{active}</div>
      ) : (
        <div className={css.filters} role="group" aria-label="Filters">
          {quickFilters}
          {active}
        </div>
      )}
    </Landmark>
  )
}

const fieldsOf = ({ fields, countedFields }: ListFilters) => countedFields?.() ?? fields
