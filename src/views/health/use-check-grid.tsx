import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { isPublicPath } from '@/shared/routing/registry'
import type { GridColumn, GroupOptions } from '../../ui/grid/column'
import type { GridProps } from '../../ui/grid/props'
import { useTimeDisplay } from '../../ui/time'
import { useLoaded } from '../../ui/use-loaded'
import { useConsole } from '../shared/console'
import type { CheckListResult } from './list-query'
import { checkColumns, GroupHealth } from './columns'
import { type AgentNames, dimensionsFor, dimensionTitle, dimensionValue } from './dimension'
import { isPassing } from './check-filters'
import { IncidentMark } from './incident-mark'
import type { createDeferredRowData } from './deferred-row-data'
import type { OpenIncidents } from './open-incidents'
import { groupIncidents, type HealthRow, describeCheck, describeCheckGroup } from './order'
import { pivotColumns, parsePivot } from './pivot'
import { pivotGridColumns, describePivotGroup } from './pivot-columns'
import { type CheckTally, tallyChecks } from './tally'
import { groupOf, type HealthState, SAME_NAME } from './url'

type Options = {
  state: HealthState
  found: CheckListResult
  agents: AgentNames
  labelKeys: Iterable<string>
  /** Whether the checks have loaded, and there are any. */
  hasRows: boolean
}

type CheckGrid = {
  columns: readonly GridColumn<HealthRow>[]
  groups: GroupOptions<HealthRow>
  sentenceOf(check: HealthRow): string
  deferredRows: GridProps<HealthRow>['deferredRows']
}

export const isProblem = (check: HealthRow) => !isPassing(check)
const hasProblem = (rows: readonly HealthRow[]) => rows.some(isProblem)

const bySameName = { id: SAME_NAME, title: 'Check', groupBy: ({ name }: HealthRow) => name }

/** The columns and groups of the list, which depend on the grouping and the pivot. */
export function useCheckGrid({ state, found, agents, labelKeys, hasRows }: Options): CheckGrid {
  const { tabBy, tab, pivotBy, pivotLabel, pivotCellType: cells, layout } = state
  const by = useMemo(() => parsePivot({ pivotBy, pivotLabel, pivotCellType: cells })?.by, [pivotBy, pivotLabel, cells])
  const group = groupOf(state)
  const hasNamespace = tabBy !== 'namespace' || tab === undefined
  const keys = [...labelKeys].join('\n')
  const { timeZone } = useTimeDisplay()
  const { later, open } = useDeferredRowData(hasRows)
  const byCheck = useSyncExternalStore((group !== undefined && open?.subscribe) || never, open?.byCheck ?? noIncidents)
  const {
    columns,
    groups: figuresOfGroups,
    groupLabel,
    membersOf,
    sentenceOf,
  } = useMemo(() => {
    const nameOf = group === undefined || group === SAME_NAME ? bySameName.groupBy : dimensionValue(group, agents)
    const isCards = layout === 'card'
    // A card without a heading would be below the heading of another group. A row in a table has a line for its group.
    const headingOf = isCards ? withSharedHeading(found.matching, nameOf) : nameOf
    const { allOf, tallyOfGroup } = figures(found.matching, headingOf)
    const dimensions = dimensionsFor('group', keys === '' ? [] : keys.split('\n'))
    const choices = dimensions.map((one) => ({
      id: one,
      title: dimensionTitle(one),
      groupBy: one === group ? headingOf : dimensionValue(one, agents),
    }))
    const spread = by === undefined ? undefined : pivotColumns(found.matching, by, agents)
    return {
      columns: spread ? pivotGridColumns(spread, cells, allOf) : checkColumns(tallyOfGroup, hasNamespace),
      groups: {
        by: group === SAME_NAME ? [...choices, { ...bySameName, groupBy: headingOf }] : choices,
        startsOpen: spread ? startsClosed : hasProblem,
        isPlain: (rows) => allOf(rows).length === (isCards ? found.matching.length : 1),
        renderNote: (rows) => <GroupHealth tally={tallyOfGroup(rows)} />,
      } satisfies GroupOptions<HealthRow>,
      groupLabel: (title: string, rows: readonly HealthRow[], incidents: string | undefined) =>
        spread
          ? describePivotGroup(title, allOf(rows), spread, cells, incidents)
          : describeCheckGroup(title, tallyOfGroup(rows), incidents),
      membersOf: allOf,
      sentenceOf: (check: HealthRow) => describeCheck(check, timeZone),
    }
  }, [found.matching, agents, group, keys, by, cells, hasNamespace, timeZone, layout])
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

  return { columns, groups, sentenceOf, deferredRows: later }
}

const loadLater = () => import('./deferred-row-data')
const nothing = () => Promise.resolve(undefined)

/**
 * Row data that loads after the rows have rendered. Public pages have no access to other runs or incidents.
 * @param isListed whether there are rows
 */
function useDeferredRowData(isListed: boolean) {
  const client = useQueryClient()
  const { environment } = useConsole()
  const loaded = useLoaded(isListed && !isPublicPath(location.pathname) ? loadLater : nothing)
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

/** The heading of checks whose groups have no other check. */
const OTHER_CHECKS = 'Other checks'

/** The heading of a check, which all checks without a group share. */
function withSharedHeading(checks: readonly HealthRow[], nameOf: (check: HealthRow) => string) {
  const counts = new Map<string, number>()
  for (const check of checks) counts.set(nameOf(check), (counts.get(nameOf(check)) ?? 0) + 1)
  return (check: HealthRow) => (counts.get(nameOf(check)) === 1 ? OTHER_CHECKS : nameOf(check))
}

/** The checks of each group, including hidden ones, and their tally; computed when first needed. */
function figures(matching: readonly HealthRow[], nameOf: (check: HealthRow) => string) {
  let groups: Map<string, HealthRow[]> | undefined
  const tallies = new Map<string, CheckTally>()
  function allOf([first]: readonly HealthRow[]): readonly HealthRow[] {
    if (!first) return []
    if (!groups) {
      groups = new Map()
      for (const check of matching) {
        const name = nameOf(check)
        const members = groups.get(name)
        if (members) members.push(check)
        else groups.set(name, [check])
      }
    }
    return groups.get(nameOf(first)) ?? []
  }
  function tallyOfGroup(rows: readonly HealthRow[]): CheckTally {
    const [first] = rows
    const name = first ? nameOf(first) : ''
    const known = tallies.get(name) ?? tallyChecks(allOf(rows))
    tallies.set(name, known)
    return known
  }
  return { allOf, tallyOfGroup }
}
