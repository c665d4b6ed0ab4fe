import type { ListQuery } from '../../lib/list-query'
import { countFilterValues } from '../../ui/filter/filter'
import { type AgentNames, compareDimensionValues, type Dimension, dimensionValue } from './dimension'
import { isPassing, matchesCheckLabels, matchesCheckSearch } from './check-filters'
import type { HealthRow } from './order'

/** The query of the list of checks, with filters by the keys of labels. */
export type CheckListQuery = Pick<ListQuery, 'search' | 'filters'> & {
  hidePassing: boolean
  tabBy: Dimension
  /** Undefined for all tabs. */
  tab: string | undefined
}

type CheckTab = {
  value: string
  /** The number of listed checks in the tab. */
  count: number
}

export type CheckListResult = {
  /** The listed checks, in the given order. */
  shown: readonly HealthRow[]
  /** The checks before passing ones are hidden, for the figures of groups. */
  matching: readonly HealthRow[]
  tabs: readonly CheckTab[]
  /** The selected tab; undefined for all, also if no check belongs to the selected tab. */
  tab: string | undefined
  /** The number of listed checks in all tabs. */
  count: number
  /** Numbers of checks that match the search but are excluded otherwise. */
  left: ExcludedCounts
}

/** Numbers of checks that are not listed, by reason. */
type ExcludedCounts = {
  /** Hidden passing checks of other tabs. */
  passingElsewhere: number
  /** Checks of all tabs that the label filter excludes. */
  byLabels: number
}

const noIds: ReadonlySet<string> = new Set()

/**
 * Applies the filters in this order: passing checks, search, labels, tab. A tab exists while any check belongs to it,
 * even if none is listed, so that filters do not remove the selected tab.
 * @param sorted all checks
 * @param kept ids of passing checks that stay listed because they have the cursor or an open detail
 */
export function queryChecks(
  sorted: readonly HealthRow[],
  query: CheckListQuery,
  agents: AgentNames,
  kept: ReadonlySet<string> = noIds
): CheckListResult {
  const { hidePassing, search, filters, tabBy } = query
  const isFound = matchesCheckSearch(search)
  const isLabelled = matchesCheckLabels(filters)
  const tabOf = dimensionValue(tabBy, agents)
  const counts = new Map<string, number>()
  for (const check of sorted) counts.set(tabOf(check), 0)
  const tab = query.tab !== undefined && counts.has(query.tab) ? query.tab : undefined

  const isListed = (check: HealthRow) => !hidePassing || !isPassing(check) || kept.has(check.id)
  const matching: HealthRow[] = []
  const shown: HealthRow[] = []
  let count = 0
  const left = { passingElsewhere: 0, byLabels: 0 }
  for (const check of sorted) {
    if (!isFound(check)) continue
    if (!isLabelled(check)) {
      left.byLabels += 1
      continue
    }
    const own = tabOf(check)
    const isIn = tab === undefined || own === tab
    if (isIn) matching.push(check)
    if (!isListed(check)) {
      if (!isIn) left.passingElsewhere += 1
      continue
    }
    count += 1
    counts.set(own, (counts.get(own) ?? 0) + 1)
    if (isIn) shown.push(check)
  }
  return {
    shown,
    matching,
    tabs: [...counts]
      .map(([value, of]) => ({ value, count: of }))
      .toSorted((a, b) => compareDimensionValues(a.value, b.value)),
    tab,
    count,
    left,
  }
}

/** The number of active filters: hidden passing checks, and each included or excluded label. */
export const countFilters = ({ hidePassing, filters }: Pick<CheckListQuery, 'hidePassing' | 'filters'>) =>
  Number(hidePassing) + countFilterValues(filters)
