import '@/commands/health/check.commands'
import '@/commands/health/health.commands'
import { type ReactNode, useMemo } from 'react'
import { formatDuration } from '@/shared/format'
import { ToggleField } from '../../ui/form/fields/toggle'
import { Notice } from '../../ui/notice'
import { tabCount, Tabs } from '../../ui/tabs'
import { CommandButton } from '../shared/commands/command-button'
import { ListPage } from '../shared/list/list-page'
import { checkCard } from './card'
import { dimensionTitle } from './dimension'
import css from './health.module.css'
import type { CheckListResult } from './list-query'
import { NoChecksListed } from './no-checks-listed'
import { type HealthRow, toCheckTarget } from './order'
import { parseTabId, setHidePassing, tabId, useHealthPlace } from './page-commands'
import { parsePivot } from './pivot'
import { overflowTabs } from './tab-overflow'
import { tallyChecks } from './tally'
import { CheckTotals } from './totals'
import { type HealthState, healthUrl } from './url'
import { isProblem, useCheckGrid } from './use-check-grid'
import { useCheckList } from './use-check-list'

/** The health checks: failing ones first, in groups and tabs, with the detail of a check beside the list. */
export default function HealthView() {
  const state = healthUrl.use()
  const { source, detail, rows, labels, found, query, agents } = useCheckList(state)
  const grid = useCheckGrid({ state, found, agents, labelKeys: labels.keys(), hasRows: !source.isEmpty })
  const place = useHealthPlace({ state, source, labels, found, hasDetail: detail.list.open !== undefined })
  const tally = useMemo(() => tallyChecks(rows), [rows])
  const { everyMs } = source
  const inTabs = (list: ReactNode) => <CheckTabs found={found}>{list}</CheckTabs>
  return (
    <ListPage<HealthRow>
      {...grid}
      title="Health"
      of="check"
      label="Checks"
      what="the checks"
      source={source}
      detail={detail}
      targetOf={toCheckTarget}
      isProblem={isProblem}
      filteredBy={({ labels: values }) => values ?? {}}
      place={place}
      totals={<CheckTotals all={tally} shown={found.shown.length} />}
      period="Last hour"
      refreshRate={
        <CommandButton
          call="prefs.refreshRate"
          tone="bare"
          className={css.rate}
          label="Refresh"
          value={everyMs === undefined ? 'None' : formatDuration(everyMs)}
        />
      }
      toolbarLabel="Search and layout"
      searchLabel="Search by name, description, or endpoint"
      quickFilters={<HidePassing isOn={state.hidePassing} hidden={found.matching.length - found.shown.length} />}
      viewMenu={viewMenuOf(state)}
      around={inTabs}
      card={checkCard}
      pending={<ChecksSkeleton />}
      empty={<NoCheckYet />}
      noMatch={<NoChecksListed {...found} query={query} />}
    />
  )
}

/** @param hidden the number of hidden passing checks */
const HidePassing = ({ isOn, hidden }: { isOn: boolean; hidden: number }) => (
  <>
    <ToggleField kind="switch" label="Hide Passing" value={isOn} onChange={setHidePassing} />
    {hidden > 0 && <span className={css.hidden}>{hidden.toLocaleString('en')} hidden</span>}
  </>
)

const viewMenuOf = (state: HealthState) => {
  const { groupBy, tabBy, layout } = state
  const pivot = parsePivot(state)
  return [
    [
      { call: 'list.group', label: 'Group By', value: groupBy === 'none' ? 'No grouping' : dimensionTitle(groupBy) },
      { call: 'list.tabBy', label: 'Tab By', value: dimensionTitle(tabBy) },
      { call: 'health.pivot', label: 'Pivot', value: pivot ? `${dimensionTitle(pivot.by)}, ${pivot.cells}` : 'None' },
    ],
    [
      { call: 'list.sort' },
      { call: 'list.columns', label: 'Columns' },
      { call: 'list.layout', label: layout === 'card' ? 'Show as table' : 'Show as cards' },
    ],
  ]
}

/** The list in tabs by namespace, agent or a label. */
function CheckTabs({ found, children }: { found: CheckListResult; children: ReactNode }) {
  const few = overflowTabs(found.tabs, found.tab)
  return (
    <div className={css.parts}>
      <Tabs
        label="Parts"
        tabs={[
          { id: tabId(undefined), label: 'All', ...tabCount(found.count, 'check') },
          ...few.tabs.map(({ value, count }) => ({
            id: tabId(value),
            label: value,
            ...tabCount(count, 'check'),
          })),
        ]}
        selected={tabId(found.tab)}
        onSelect={(id) => healthUrl.set({ tab: parseTabId(id) }, 'replace')}
        aside={
          few.rest > 0 && <CommandButton call="list.tab" tone="bare" label={`${few.rest.toLocaleString('en')} more`} />
        }
      >
        {children}
      </Tabs>
    </div>
  )
}

const NoCheckYet = () => (
  <Notice tone="empty" title="No data available">
    No check has reported yet. Add a canary to the backend. Its checks appear here automatically.
  </Notice>
)

/** Placeholder of the list while it loads. */
function ChecksSkeleton() {
  return (
    <div className={css.skeleton} aria-busy="true">
      <p className="visually-hidden">Loading checks…</p>
      <div aria-hidden="true">
        {Array.from({ length: 14 }, (_, at) => (
          <div key={at} className={css.ghostRow}>
            <span className={css.ghost} data-width={at % 4} />
            <span className={css.ghost} />
            <span className={css.ghost} />
          </div>
        ))}
      </div>
    </div>
  )
}
