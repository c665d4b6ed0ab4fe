import { type RefObject, useMemo } from 'react'
import { type Filters, isFiltered } from '../../ui/filter/filter'
import { FilterChips } from '../../ui/filter/filter-chips'
import { ToggleField } from '../../ui/form/fields/toggle'
import { Landmark } from '../../ui/landmark'
import { type Leaving, SearchField } from '../../ui/search-field'
import { CommandButton } from '../shell/commands/command-button'
import { FilterButton, type FilterPicking } from '../shell/list/filter-button'
import { ViewMenu } from '../shell/list/view-menu'
import { titleOfDimension } from './dimension'
import css from './health.module.css'
import { filtersOf, labelFields, labelFilterOf } from './label-filters'
import { countFilters } from './list-query'
import type { Row } from './order'
import { setHidePassing } from './page-commands'
import { pivotOf } from './pivot'
import { type HealthState, healthUrl } from './url'

type Props = {
  state: HealthState
  text: string
  onText(text: string): void
  onLeave(to: Leaving): void
  field: RefObject<HTMLInputElement | null>
  rows: readonly Row[]
  labels: ReadonlyMap<string, readonly string[]>
  picking: FilterPicking
  /** The id of the check under the cursor. */
  cursor: string | undefined
  /** The number of hidden passing checks. */
  hidden: number
}

const counted = (count: number, is: 'include' | 'exclude') =>
  `${is === 'include' ? 'including' : 'excluding'} ${count} labels`
const setFilters = (state: HealthState) => (changed: Filters) =>
  healthUrl.set({ labels: labelFilterOf({ ...filtersOf(state.labels), ...changed }) }, 'replace')

/** The search, the filters and the layout above the list. Each control is a command. */
export function Toolbar({ state, text, onText, onLeave, field, rows, labels, picking, cursor, hidden }: Props) {
  const values = useMemo(() => filtersOf(state.labels), [state.labels])
  const isPicking = picking.text !== undefined
  const hasFilters = isFiltered(values)
  // Counted only while the counts are visible, because it iterates all checks.
  const fields = useMemo(
    () => (isPicking || hasFilters ? labelFields(rows, labels, values) : []),
    [isPicking, hasFilters, rows, labels, values]
  )
  const here = isPicking ? rows.find(({ id }) => id === cursor)?.labels : undefined
  const change = setFilters(state)
  const { groupBy, tabBy, layout } = state
  const pivot = pivotOf(state)
  return (
    <Landmark as="search" label="Search and layout" className={css.toolbar}>
      <div className={css.searching}>
        <SearchField
          ref={field}
          label="Search by name, description, or endpoint"
          value={text}
          onChange={onText}
          onLeave={onLeave}
        />
        <FilterButton
          title="Filter by Label"
          picking={picking}
          fields={fields}
          values={values}
          here={here ?? undefined}
          count={countFilters(state)}
          onApply={change}
        />
      </div>
      <ViewMenu
        sections={[
          [
            {
              call: 'list.group',
              label: 'Group By',
              value: groupBy === 'none' ? 'No grouping' : titleOfDimension(groupBy),
            },
            { call: 'list.tabBy', label: 'Tab By', value: titleOfDimension(tabBy) },
            {
              call: 'health.pivot',
              label: 'Pivot',
              value: pivot ? `${titleOfDimension(pivot.by)}, ${pivot.cells}` : 'None',
            },
          ],
          [
            { call: 'list.sort' },
            { call: 'list.columns', label: 'Columns' },
            { call: 'list.layout', label: layout === 'card' ? 'Show as table' : 'Show as cards' },
          ],
        ]}
      />
      <div className={css.filters} role="group" aria-label="Filters">
        <ToggleField kind="switch" label="Hide Passing" value={state.hidePassing} onChange={setHidePassing} />
        {hidden > 0 && <span className={css.hidden}>{hidden.toLocaleString('en')} hidden</span>}
        <FilterChips
          fields={fields}
          values={values}
          onChange={change}
          onOpen={({ label }) => picking.open(label)}
          counted={counted}
        />
        {hasFilters && <CommandButton call="list.clearFilters" tone="bare" />}
      </div>
    </Landmark>
  )
}
