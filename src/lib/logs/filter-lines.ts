import { type FilterValues, noFilter } from '@/shared/filter-values'
import { writeMember, writeMembers } from '../tags'
import type { LogLine } from './line'
import { matchesLineSearch, type LineSearch } from '@/shared/logs/search'

type LineFilters = { level: FilterValues; labels: FilterValues }

const isPassed = (filter: FilterValues, has: (value: string) => boolean): boolean => {
  const entries = Object.entries(filter)
  const wanted = entries.filter(([, is]) => is === 'include')
  return (
    !entries.some(([value, is]) => is === 'exclude' && has(value)) &&
    (wanted.length === 0 || wanted.some(([value]) => has(value)))
  )
}

/** Whether labels pass a filter: any value of the same label, and all different labels. */
function passesLabels(filter: FilterValues, labels: LogLine['labels']): boolean {
  const members = new Set(writeMembers(labels))
  const byName = new Map<string, FilterValues>()
  for (const [member, is] of Object.entries(filter)) {
    const name = is === 'exclude' ? '' : member.slice(0, Math.max(0, member.indexOf('=')))
    byName.set(name, { ...byName.get(name), [member]: is })
  }
  return [...byName.values()].every((one) => isPassed(one, (member) => members.has(member)))
}

/** The matching lines, in their order. */
export function filterLines(lines: readonly LogLine[], search: LineSearch, filters: LineFilters): readonly LogLine[] {
  const isSearched = search.all.length > 0 || search.none.length > 0
  const { level = noFilter, labels = noFilter } = filters
  const [byLevel, byLabel] = [Object.keys(level).length > 0, Object.keys(labels).length > 0]
  if (!isSearched && !byLevel && !byLabel) return lines
  // Equal labels share one object.
  const known = new Map<LogLine['labels'], boolean>()
  const isLabelled = (of: LogLine['labels']) => {
    const before = known.get(of)
    if (before !== undefined) return before
    const now = passesLabels(labels, of)
    known.set(of, now)
    return now
  }
  return lines.filter(
    (line) =>
      (!byLevel || isPassed(level, (one) => one === line.level)) &&
      (!byLabel || isLabelled(line.labels)) &&
      (!isSearched || matchesLineSearch(search, line.message))
  )
}

/** Maximum number of labels offered as filters. */
const MOST_OFFERED = 500

/** Labels of lines as `app=cart` with the number of lines, the most frequent first. */
export function countLabels(lines: readonly LogLine[]): [member: string, count: number][] {
  const bySet = new Map<LogLine['labels'], number>()
  for (const { labels } of lines) bySet.set(labels, (bySet.get(labels) ?? 0) + 1)
  const counts = new Map<string, number>()
  for (const [labels, count] of bySet)
    for (const [name, value] of Object.entries(labels)) {
      const member = writeMember(name, value)
      counts.set(member, (counts.get(member) ?? 0) + count)
    }
  return [...counts].toSorted((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).slice(0, MOST_OFFERED)
}
