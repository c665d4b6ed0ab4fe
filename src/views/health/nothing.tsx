import { formatCount } from '../../lib/format'
import { Notice } from '../../ui/notice'
import { CommandButton } from '../shell/commands/command-button'
import type { ListResult } from './list-query'

type Props = Pick<ListResult, 'matching' | 'tab' | 'count'> & {
  /** Something is searched for or filtered by, besides what passes. */
  isNarrowed: boolean
}

/** Why nothing is listed, and what can be done about it: all is well, or nothing is like what is looked for. */
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
