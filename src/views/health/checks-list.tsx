import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { isPublicPath } from '@/shared/routing/registry'
import type { GroupOptions } from '../../ui/grid/column'
import type { GridView } from '../../ui/grid/grid-view'
import { useTimeDisplay } from '../../ui/time'
import { useLoaded } from '../../ui/use-loaded'
import { useConsole } from '../shared/console'
import { Collection } from '../shared/list/collection'
import type { ListWithDetail } from '../shared/list/detail/use-detail'
import { useListView } from '../shared/list/list-view'
import type { CheckListResult } from './list-query'
import { checkCard } from './card'
import { checkColumns, GroupHealth } from './columns'
import {
  type AgentNames,
  type Dimension,
  dimensionsFor,
  isDimension,
  dimensionTitle,
  dimensionValue,
} from './dimension'
import { isPassing } from './check-filters'
import { IncidentMark } from './incident-mark'
import type { createDeferredRowData } from './deferred-row-data'
import type { OpenIncidents } from './open-incidents'
import { groupIncidents, type HealthRow, describeCheck, describeCheckGroup, toCheckTarget } from './order'
import { pivotColumns, parsePivot } from './pivot'
import { pivotGridColumns, describePivotGroup } from './pivot-columns'
import { type CheckTally, tallyChecks } from './tally'
import { type HealthState, healthUrl } from './url'

type Props = ListWithDetail<HealthRow> & {
  found: CheckListResult
  agents: AgentNames
  state: HealthState
  labelKeys: readonly string[]
  /** The current search and filters, as text: a new text means a new list. */
  query: string
  empty: ReactNode
}

const isProblem = (check: HealthRow) => !isPassing(check)
const hasProblem = (rows: readonly HealthRow[]) => rows.some(isProblem)

/** A pivot without grouping needs one anyway: all checks of a name share a row. */
const SAME_NAME = 'same'
const bySameName = { id: SAME_NAME, title: 'Check', groupBy: ({ name }: HealthRow) => name }

export function ChecksList({ found, agents, state, labelKeys, query, ...props }: Props) {
  const { groupBy, tabBy, tab, layout, sortBy, sortDesc, pivotBy, pivotLabel, pivotCellType: cells } = state
  const by = useMemo(() => parsePivot({ pivotBy, pivotLabel, pivotCellType: cells })?.by, [pivotBy, pivotLabel, cells])
  const group = groupBy !== 'none' ? groupBy : by === undefined ? undefined : SAME_NAME
  const hasNamespace = tabBy !== 'namespace' || tab === undefined
  const keys = labelKeys.join('\n')
  const { timeZone } = useTimeDisplay()
  const { later, open } = useDeferredRowData()
  const byCheck = useSyncExternalStore((group !== undefined && open?.subscribe) || never, open?.byCheck ?? noIncidents)
  const {
    columns,
    groups: figuresOfGroups,
    groupLabel,
    membersOf,
    rowLabel,
  } = useMemo(() => {
    const groupOf = group === undefined || group === SAME_NAME ? bySameName.groupBy : dimensionValue(group, agents)
    const { allOf, tallyOfGroup } = figures(found.matching, groupOf)
    const dimensions = dimensionsFor('group', keys === '' ? [] : keys.split('\n'))
    const choices = dimensions.map((one) => ({
      id: one,
      title: dimensionTitle(one),
      groupBy: dimensionValue(one, agents),
    }))
    const spread = by === undefined ? undefined : pivotColumns(found.matching, by, agents)
    return {
      columns: spread ? pivotGridColumns(spread, cells, allOf) : checkColumns(tallyOfGroup, hasNamespace),
      groups: {
        by: group === SAME_NAME ? [...choices, bySameName] : choices,
        startsOpen: spread ? startsClosed : hasProblem,
        isPlain: (rows) => allOf(rows).length === 1,
        renderNote: (rows) => <GroupHealth tally={tallyOfGroup(rows)} />,
      } satisfies GroupOptions<HealthRow>,
      groupLabel: (title: string, rows: readonly HealthRow[], incidents: string | undefined) =>
        spread
          ? describePivotGroup(title, allOf(rows), spread, cells, incidents)
          : describeCheckGroup(title, tallyOfGroup(rows), incidents),
      membersOf: allOf,
      rowLabel: (check: HealthRow) => describeCheck(check, timeZone),
    }
  }, [found.matching, agents, group, keys, by, cells, hasNamespace, timeZone])
  const groups = useMemo((): GroupOptions<HealthRow> => {
    const concerned = (rows: readonly HealthRow[]) => groupIncidents(membersOf(rows), byCheck)
    return {
      ...figuresOfGroups,
      label: (title, rows) => groupLabel(title, rows, concerned(rows)?.words),
      renderMark(rows) {
        const incidents = concerned(rows)
        return incidents && <IncidentMark of={incidents.list} words={incidents.words} />
      },
    }
  }, [figuresOfGroups, groupLabel, membersOf, byCheck])

  const [kept, setKept] = useListView()
  const isSortable = columns.some(({ id, sortBy: value }) => id === sortBy && value)
  const sort = useMemo(
    () => (sortBy !== undefined && isSortable ? { column: sortBy, isDescending: sortDesc } : undefined),
    [sortBy, sortDesc, isSortable]
  )
  const view: GridView = { ...kept, sort, group, layout: layout === 'card' ? 'cards' : 'table' }
  function onView(next: GridView) {
    setKept(next)
    if (next.sort !== view.sort)
      healthUrl.set({ sortBy: next.sort?.column, sortDesc: next.sort?.isDescending ?? false }, 'replace')
    if (next.group !== view.group) healthUrl.set({ groupBy: dimensionOr(next.group) }, 'replace')
    if (next.layout !== view.layout) healthUrl.set({ layout: next.layout === 'cards' ? 'card' : 'table' }, 'replace')
  }

  return (
    <Collection
      {...props}
      of="check"
      label="Checks"
      rows={found.shown}
      columns={columns}
      groups={groups}
      targetOf={toCheckTarget}
      rowLabel={rowLabel}
      deferredRows={later}
      isProblem={isProblem}
      query={query}
      card={checkCard}
      view={view}
      onView={onView}
    />
  )
}

const loadLater = () => import('./deferred-row-data')
const nothing = () => Promise.resolve(undefined)

/** Row data that loads after the first render. Public pages have no access to other runs or incidents. */
function useDeferredRowData() {
  const client = useQueryClient()
  const { environment } = useConsole()
  const loaded = useLoaded(isPublicPath(location.pathname) ? nothing : loadLater)
  const parts = loaded.is === 'ready' ? loaded.value : undefined
  const hasIncidents = parts?.showsIncidents(environment) === true
  return useMemo(
    () => parts?.createDeferredRowData(client, hasIncidents) ?? nothingLater,
    [parts, client, hasIncidents]
  )
}

const nothingLater: Partial<ReturnType<typeof createDeferredRowData>> = {}
const never = () => () => undefined
const empty: ReturnType<OpenIncidents['byCheck']> = new Map()
const noIncidents = () => empty
const startsClosed = () => false
const dimensionOr = (group: string | undefined): Dimension | 'none' =>
  group !== undefined && isDimension(group) ? group : 'none'

/** The checks of each group, including hidden ones, and their tally; computed when first needed. */
function figures(matching: readonly HealthRow[], groupOf: (check: HealthRow) => string) {
  let groups: Map<string, HealthRow[]> | undefined
  const tallies = new Map<string, CheckTally>()
  function allOf([first]: readonly HealthRow[]): readonly HealthRow[] {
    if (!first) return []
    if (!groups) {
      groups = new Map()
      for (const check of matching) {
        const name = groupOf(check)
        const members = groups.get(name)
        if (members) members.push(check)
        else groups.set(name, [check])
      }
    }
    return groups.get(groupOf(first)) ?? []
  }
  function tallyOfGroup(rows: readonly HealthRow[]): CheckTally {
    const [first] = rows
    const name = first ? groupOf(first) : ''
    const known = tallies.get(name) ?? tallyChecks(allOf(rows))
    tallies.set(name, known)
    return known
  }
  return { allOf, tallyOfGroup }
}
