import { formatCount } from '../../lib/format'
import { Notice } from '../../ui/notice'
import { CommandButton } from '../shell/commands/command-button'
import type { ListResult } from './list-query'

type Props = Pick<ListResult, 'matching' | 'tab' | 'count'> & {
  /** Whether there is a search or a filter by labels. */
  isNarrowed: boolean
}

/** Shown when no check is listed, with the reason and a way on: all checks pass, or none match. */
export function Nothing({ matching, tab, count, isNarrowed }: Props) {
  const where = tab === undefined ? '' : ` in ${tab}`
  if (matching.length > 0) {
    const which = isNarrowed ? ' that match' : ''
    return (
      <Notice
        tone="good"
        title={
          matching.length === 1
            ? `The one check${isNarrowed ? ' that matches' : ''}${where} passes`
            : `All ${formatCount(matching.length, 'check')}${which}${where} pass`
        }
        actions={<CommandButton call="health.hidePassing" label="Show passing checks" />}
      >
        What passes is hidden. A check that fails appears here by itself.
      </Notice>
    )
  }
  return (
    <Notice
      tone="filtered"
      title={`No check matches${where}`}
      actions={
        <>
          {count > 0 && (
            <CommandButton call="list.tab?tab=all" label={`Show ${count.toLocaleString('en')} in all tabs`} />
          )}
          <CommandButton call="list.clearFilters" tone="primary" />
        </>
      }
    >
      There are checks, but none for this search and these filters.
    </Notice>
  )
}
