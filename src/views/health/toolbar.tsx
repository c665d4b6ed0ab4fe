import { type RefObject, useMemo } from 'react'
import { type FilterSet, hasActiveFilters } from '../../ui/filter/filter'
import { FilterChips } from '../../ui/filter/filter-chips'
import { ToggleField } from '../../ui/form/fields/toggle'
import { Landmark } from '../../ui/landmark'
import { type SearchExit, SearchField } from '../../ui/search-field'
import { CommandButton } from '../shared/commands/command-button'
import { FilterButton, type FilterPickerState } from '../shared/list/filter-button'
import { ListViewMenu } from '../shared/list/view-menu'
import { dimensionTitle } from './dimension'
import css from './health.module.css'
import { parseLabelFilter, labelFilterFields, toLabelFilter } from './label-filters'
import { countFilters } from './list-query'
import type { HealthRow } from './order'
import { setHidePassing } from './page-commands'
import { parsePivot } from './pivot'
import { type HealthState, healthUrl } from './url'

type Props = {
  state: HealthState
  text: string
  onText(text: string): void
  onLeave(to: SearchExit): void
  field: RefObject<HTMLInputElement | null>
  rows: readonly HealthRow[]
  labels: ReadonlyMap<string, readonly string[]>
  picking: FilterPickerState
  /** The id of the check under the cursor. */
  cursor: string | undefined
  /** The number of hidden passing checks. */
  hidden: number
}

const counted = (count: number, is: 'include' | 'exclude') =>
  `${is === 'include' ? 'including' : 'excluding'} ${count} labels`
const setFilters = (state: HealthState) => (changed: FilterSet) =>
  healthUrl.set({ labels: toLabelFilter({ ...parseLabelFilter(state.labels), ...changed }) }, 'replace')

/** The search, the filters and the layout above the list. Each control is a command. */
export function ChecksToolbar({ state, text, onText, onLeave, field, rows, labels, picking, cursor, hidden }: Props) {
  const values = useMemo(() => parseLabelFilter(state.labels), [state.labels])
  const isPicking = picking.text !== undefined
  const hasFilters = hasActiveFilters(values)
  // Counted only while the counts are visible, because it iterates all checks.
  const fields = useMemo(
    () => (isPicking || hasFilters ? labelFilterFields(rows, labels, values) : []),
    [isPicking, hasFilters, rows, labels, values]
  )
  const here = isPicking ? rows.find(({ id }) => id === cursor)?.labels : undefined
  const change = setFilters(state)
  const { groupBy, tabBy, layout } = state
  const pivot = parsePivot(state)
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
      <ListViewMenu
        sections={[
          [
            {
              call: 'list.group',
              label: 'Group By',
              value: groupBy === 'none' ? 'No grouping' : dimensionTitle(groupBy),
            },
            { call: 'list.tabBy', label: 'Tab By', value: dimensionTitle(tabBy) },
            {
              call: 'health.pivot',
              label: 'Pivot',
              value: pivot ? `${dimensionTitle(pivot.by)}, ${pivot.cells}` : 'None',
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
