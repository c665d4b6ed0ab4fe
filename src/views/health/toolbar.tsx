import type { RefObject } from 'react'
import { CountBadge } from '../../ui/badge'
import { Landmark } from '../../ui/landmark'
import { type Leaving, SearchField } from '../../ui/search-field'
import { CommandButton } from '../shell/commands/command-button'
import { icons } from '../shell/icons'
import { titleOfDimension } from './dimension'
import css from './health.module.css'
import { pivotOf } from './pivot'
import type { HealthState } from './url'

type Props = {
  state: HealthState
  text: string
  onText(text: string): void
  onLeave(to: Leaving): void
  field: RefObject<HTMLInputElement | null>
  /** The number of active filters. */
  filters: number
  isFiltering: boolean
}

/** The search and the layout controls above the list. Each control is a command. */
export function Toolbar({ state, text, onText, onLeave, field, filters, isFiltering }: Props) {
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
        <CommandButton call="health.filters" label="Filters" icon={icons.filter} isLabelled isPressed={isFiltering}>
          {filters > 0 && <CountBadge count={filters} of="active" />}
        </CommandButton>
      </div>
      <div className={css.choices}>
        <CommandButton
          call="list.group"
          tone="bare"
          label="Group By"
          value={groupBy === 'none' ? 'No grouping' : titleOfDimension(groupBy)}
        />
        <CommandButton call="list.tabBy" tone="bare" label="Tab By" value={titleOfDimension(tabBy)} />
        <CommandButton
          call="health.pivot"
          tone="bare"
          label="Pivot"
          value={pivot ? `${titleOfDimension(pivot.by)}, ${pivot.cells}` : 'None'}
        />
        <CommandButton
          call="list.layout"
          tone="bare"
          label={layout === 'card' ? 'Show as table' : 'Show as cards'}
          icon={layout === 'card' ? icons.table : icons.cards}
        />
      </div>
    </Landmark>
  )
}
