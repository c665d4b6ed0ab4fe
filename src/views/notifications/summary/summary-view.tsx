import { useLocation } from 'wouter'
import { type NotificationSummaryRow, notificationSummary, summaryResource } from '@/api/notifications/history-summary'
import { notificationsOfPath } from '@/shared/pages/notifications'
import type { Target } from '@/lib/kinds'
import { Notice } from '@/ui/notice'
import { ListPage } from '../../shared/list/list-page'
import { definePagedList, usePagedList } from '../../shared/list/paged-list'
import { resourceFilters } from '../history/list'
import { PageActions, type ViewProps } from '../switches'
import { describeSummaryRow, summaryColumns, summaryName } from './columns'

/** Milliseconds between checks for new notifications. */
const POLL_MS = 30_000

/** The resource itself, so that its commands act on it. Events of incidents have none. */
const toSummaryTarget = (row: NotificationSummaryRow): Target =>
  summaryResource(row) ?? { kind: 'event', id: row.id, label: summaryName(row) }

const pagedSummary = definePagedList({
  paging: 'pages',
  filters: resourceFilters,
  hasDeleted: true,
  time: { initial: undefined },
  targetOf: toSummaryTarget,
  page: notificationSummary.page,
})

/** The notifications counted by resource, the latest first. */
export default function SummaryView({ place, switches }: ViewProps) {
  const [, navigate] = useLocation()
  const source = usePagedList(pagedSummary, POLL_MS)
  const open = (row: NotificationSummaryRow) => navigate(historyAddress(row))
  return (
    <ListPage<NotificationSummaryRow>
      title="Notifications"
      of="notification"
      noun="resource"
      source={source}
      columns={summaryColumns}
      targetOf={toSummaryTarget}
      sentenceOf={describeSummaryRow}
      filteredBy={(row) => ({ kind: row.resource_kind ?? [], type: row.resource_type ?? [] })}
      isProblem={({ error }) => error > 0}
      searchLabel="Search resources"
      place={place}
      switches={switches}
      actions={<PageActions isReady={source.loaded !== undefined} />}
      opensByPress
      onOpen={open}
      empty={
        <Notice tone="empty" title="No notifications yet">
          Rules send notifications about events, such as a failed check. Their numbers are listed here by resource.
        </Notice>
      }
    />
  )
}

/** The history of the resource of a row, within the same time range. Events of incidents have no common resource. */
function historyAddress({ resource }: NotificationSummaryRow): string {
  const [path, own] = resource ? notificationsOfPath(resource.id).split('?') : [location.pathname, 'status=']
  const params = new URLSearchParams(own)
  const here = new URLSearchParams(location.search)
  for (const name of ['rangeType', 'range', 'from', 'to', 'timeRange', 'display']) {
    const value = here.get(name)
    if (value !== null) params.set(name, value)
  }
  return `${path}?${params}`
}
