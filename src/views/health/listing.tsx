import { type RefObject, useEffect, useRef } from 'react'
import { formatCount } from '@/shared/format'
import type { SearchExit } from '../../ui/search-field'
import { Tabs } from '../../ui/tabs'
import { announce } from '../../ui/voice'
import type { ListWithDetail } from '../shared/list/detail/use-detail'
import type { FilterPickerState } from '../shared/list/filter-button'
import { CommandButton } from '../shared/commands/command-button'
import { ChecksList } from './checks-list'
import { overflowTabs } from './tab-overflow'
import css from './health.module.css'
import { NoChecksListed } from './no-checks-listed'
import type { HealthRow } from './order'
import { tabId, parseTabId } from './page-commands'
import { ChecksToolbar } from './toolbar'
import { type HealthState, healthUrl } from './url'
import type { useCheckListQuery } from './use-list-query'

type Props = ListWithDetail<HealthRow> & {
  state: HealthState
  result: ReturnType<typeof useCheckListQuery>
  /** All checks. */
  rows: readonly HealthRow[]
  labels: ReadonlyMap<string, readonly string[]>
  text: string
  onText(text: string): void
  onLeave(to: SearchExit): void
  field: RefObject<HTMLInputElement | null>
  picking: FilterPickerState
}

/** The list of checks with its toolbar, filters and tabs. */
export function CheckListing({ state, result, rows, labels, text, onText, onLeave, field, picking, ...list }: Props) {
  const { found, query, names, key } = result
  useCount(key, found.shown.length)
  const few = overflowTabs(found.tabs, found.tab)
  const isNarrowed = query.search !== '' || Object.keys(query.labels).length > 0
  return (
    <div className={css.listing}>
      <ChecksToolbar
        state={state}
        text={text}
        onText={onText}
        onLeave={onLeave}
        field={field}
        rows={rows}
        labels={labels}
        picking={picking}
        cursor={list.cursor}
        hidden={found.matching.length - found.shown.length}
      />
      <div className={css.parts}>
        <Tabs
          label="Parts"
          tabs={[
            { id: tabId(undefined), label: 'All', count: found.count },
            ...few.tabs.map(({ value, count }) => ({ id: tabId(value), label: value, count })),
          ]}
          selected={tabId(found.tab)}
          onSelect={(id) => healthUrl.set({ tab: parseTabId(id) }, 'replace')}
          aside={
            few.rest > 0 && (
              <CommandButton call="list.tab" tone="bare" label={`${few.rest.toLocaleString('en')} more`} />
            )
          }
        >
          <ChecksList
            {...list}
            found={found}
            agents={names}
            state={state}
            labelKeys={[...labels.keys()]}
            query={key}
            empty={<NoChecksListed {...found} isNarrowed={isNarrowed} />}
          />
        </Tabs>
      </div>
    </div>
  )
}

/** Announces the number of checks after a new search or filter, and not after background changes. */
function useCount(query: string, count: number) {
  const before = useRef(query)
  useEffect(() => {
    if (before.current === query) return
    before.current = query
    announce(count === 0 ? 'No checks are listed.' : `${formatCount(count, 'check')} listed.`, { key: 'count' })
  }, [query, count])
}
