import { formatKeys } from '../../keymap/display'
import { formatCount } from '@/shared/format'
import { hasActiveFilters } from '../../ui/filter/filter'
import { Notice } from '../../ui/notice'
import { CommandButton } from '../shared/commands/command-button'
import { useConsole } from '../shared/console'
import type { CheckListQuery, CheckListResult } from './list-query'

type Props = Pick<CheckListResult, 'matching' | 'tab' | 'count' | 'left'> & {
  query: Pick<CheckListQuery, 'search' | 'filters'>
}

/** Empty state of the list: explains which filter hides the checks, and offers the command that shows them. */
export function NoChecksListed({ matching, tab, count, left, query }: Props) {
  const isNarrowed = query.search !== '' || hasActiveFilters(query.filters)
  const { keys } = useConsole()
  const shows = keys.find(({ call }) => call === 'health.hidePassing')
  const where = tab === undefined ? '' : ` in ${tab}`
  if (matching.length > 0)
    return (
      <Notice
        tone="good"
        title={
          isNarrowed
            ? `${passing(matching.length)} ${matches(matching.length)}${where}`
            : matching.length === 1
              ? `The only check${where} passes`
              : `All ${formatCount(matching.length, 'check')}${where} pass`
        }
        actions={<CommandButton call="health.hidePassing" label="Show passing checks" tone="primary" />}
      >
        Passing checks are hidden{shows && ` (${formatKeys(shows.keys)} shows them)`}. Unhealthy checks appear here
        automatically.
      </Notice>
    )
  if (count > 0 || left.passingElsewhere > 0)
    return (
      <Notice
        tone="filtered"
        title={
          count > 0
            ? `${formatCount(count, 'check')} ${matches(count)} in other tabs`
            : `${passing(left.passingElsewhere)} ${matches(left.passingElsewhere)} in other tabs`
        }
        actions={<CommandButton call="list.tab?tab=all" label="Show all tabs" tone="primary" />}
      >
        No check {isNarrowed ? 'matches' : 'is listed'}
        {where}.
      </Notice>
    )
  return (
    <Notice
      tone="filtered"
      title={
        left.byLabels > 0
          ? `${formatCount(left.byLabels, 'check')} ${matches(left.byLabels)} without the label filters`
          : 'No check matches'
      }
      actions={<CommandButton call="list.clearFilters" tone="primary" />}
    >
      No check matches the search and the filters.
    </Notice>
  )
}

const passing = (count: number) => formatCount(count, 'passing check')
const matches = (count: number) => (count === 1 ? 'matches' : 'match')
