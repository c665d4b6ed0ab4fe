import '../../../commands/pages/catalog'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { catalog } from '../../../api/catalog'
import { catalogSummary, type TypeSummary } from '../../../api/catalog-summary'
import { whenOpened } from '../../../api/client'
import type { Grouping } from '../../../ui/grid/column'
import { NothingScraped } from '../nothing-scraped'
import { ShowDeleted } from '../show-deleted'
import { ListPage } from '../../shell/list/list-page'
import { listUrl } from '../../shell/list/list-url'
import { useWholeList } from '../../shell/list/whole-list'
import { useLive, usePreferences } from '../../shell/stores'
import { POLL_MS } from '../polling'
import { badness, columns, providerOf, sentenceOf } from './columns'
import { listAddress } from './list-address'

/** `tag:cluster` in the address. */
const TAG = 'tag:'

/** One row for each type of config items, the unhealthy first; by tag, one for each value and type. */
export default function SummaryView() {
  const [, navigate] = useLocation()
  const { groupBy } = listUrl.use()
  const tag = groupBy?.startsWith(TAG) ? groupBy.slice(TAG.length) : undefined
  const withDeleted = usePreferences().show_deleted_items_preference === 'yes'
  const query = useQuery({
    ...catalogSummary({ tag, withDeleted }),
    select: worstFirst,
    refetchInterval: useLive() && POLL_MS,
    refetchOnMount: whenOpened,
  })
  return (
    <ListPage<TypeSummary>
      title="Catalog summary"
      of="type"
      source={{ ...useWholeList(query, ({ type, tag: of }) => `${type} ${of?.value ?? ''}`), everyMs: POLL_MS }}
      columns={columns}
      groups={{ by: useGroupings() }}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      isProblem={(row) => badness(row) > 0}
      searchLabel="Search types"
      opensByPress
      onOpen={(row) => navigate(listAddress(row))}
      switches={<ShowDeleted />}
      empty={<NothingScraped />}
    />
  )
}

const targetOf = ({ type, tag }: TypeSummary) =>
  ({ kind: 'type', id: tag ? `${tag.value ?? ''} ${type}` : type, label: type }) as const

const worstFirst = (rows: readonly TypeSummary[]) =>
  rows.toSorted((a, b) => badness(b) - badness(a) || (a.type < b.type ? -1 : 1))

/** By provider, and by each tag that items have. */
function useGroupings(): readonly Grouping<TypeSummary>[] {
  const { data } = useQuery(catalog.tags())
  return useMemo(() => {
    const keys = [...new Set(data?.map(({ value }) => value.slice(0, value.indexOf('='))))]
    return [
      { id: 'provider', title: 'Provider', groupBy: providerOf },
      ...keys.map((key) => ({
        id: `${TAG}${key}`,
        title: `Tag ${key}`,
        groupBy: ({ tag }: TypeSummary) => tag?.value ?? `Without ${key}`,
      })),
    ]
  }, [data])
}
