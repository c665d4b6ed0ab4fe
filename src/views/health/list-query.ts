import { type Agents, compareOfDimension, type Dimension, valueOf } from './dimension'
import { isPassing, type LabelFilter, labelsBy, searchBy } from './narrow'
import type { Row } from './order'

/** What a list is asked for: everything that the address holds and that decides which of them are listed. */
export type ListQuery = {
  hidePassing: boolean
  search: string
  labels: LabelFilter
  tabBy: Dimension
  /** Undefined: all tabs. */
  tab: string | undefined
  /** Undefined: no groups. */
  groupBy: Dimension | undefined
}

export type Tab = {
  value: string
  /** How many of its checks are listed. */
  count: number
}

export type ListResult = {
  /** What is listed: those that are alone in their group, then group by group; otherwise as they came. */
  shown: readonly Row[]
  /** The same before passing ones are hidden: what figures about groups and tabs are about. */
  matching: readonly Row[]
  tabs: readonly Tab[]
  /** The tab that is chosen; undefined: all, also when the one that was asked for has gone. */
  tab: string | undefined
  /** How many are listed under all tabs. */
  count: number
}

const nobody: ReadonlySet<string> = new Set()

/**
 * Hides what passes, searches, filters by labels, takes one tab, in this order. A tab is there as long as a check is, also
 * when none of its checks is listed: so that filters do not take away what was chosen.
 * @param sorted all checks, by name
 * @param kept checks that are listed although they pass: somebody is at them
 */
export function queryList(
  sorted: readonly Row[],
  query: ListQuery,
  agents: Agents,
  kept: ReadonlySet<string> = nobody
): ListResult {
  const { hidePassing, search, labels, tabBy, groupBy } = query
  const isFound = searchBy(search)
  const isLabelled = labelsBy(labels)
  const tabOf = valueOf(tabBy, agents)
  const counts = new Map<string, number>()
  for (const check of sorted) counts.set(tabOf(check), 0)
  const tab = query.tab !== undefined && counts.has(query.tab) ? query.tab : undefined

  const isListed = (check: Row) => !hidePassing || !isPassing(check) || kept.has(check.id)
  const matching: Row[] = []
  const shown: Row[] = []
  let count = 0
  for (const check of sorted) {
    if (!isFound(check) || !isLabelled(check)) continue
    const own = tabOf(check)
    const isIn = tab === undefined || own === tab
    if (isIn) matching.push(check)
    if (!isListed(check)) continue
    count += 1
    counts.set(own, (counts.get(own) ?? 0) + 1)
    if (isIn) shown.push(check)
  }
  return {
    shown: groupBy === undefined ? shown : inGroups(shown, matching, valueOf(groupBy, agents)),
    matching,
    tabs: [...counts]
      .map(([value, of]) => ({ value, count: of }))
      .toSorted((a, b) => compareOfDimension(a.value, b.value)),
    tab,
    count,
  }
}

/** Those without others in their group first, then the checks of a group one after another, the groups by name. */
function inGroups(shown: readonly Row[], matching: readonly Row[], groupOf: (check: Row) => string): readonly Row[] {
  const sizes = new Map<string, number>()
  for (const check of matching) sizes.set(groupOf(check), (sizes.get(groupOf(check)) ?? 0) + 1)
  const alone: Row[] = []
  const groups = new Map<string, Row[]>()
  for (const check of shown) {
    const group = groupOf(check)
    const members = groups.get(group)
    if (sizes.get(group) === 1) alone.push(check)
    else if (members) members.push(check)
    else groups.set(group, [check])
  }
  const sorted = [...groups].toSorted(([a], [b]) => compareOfDimension(a, b))
  return [...alone, ...sorted.flatMap(([, members]) => members)]
}

/** How many filters are at work: hiding what passes, and each label that is included or excluded. */
export const countFilters = ({ hidePassing, labels }: Pick<ListQuery, 'hidePassing' | 'labels'>) =>
  Number(hidePassing) + Object.keys(labels).length
