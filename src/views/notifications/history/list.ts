import type { QueryClient } from '@tanstack/react-query'
import { type NotificationRow, notificationHistory, toNotificationTarget } from '@/api/notifications/history'
import { notificationEvents } from '@/shared/notifications/events'
import { hiddenStatusFilter, sendStatuses, sendStatusLabel } from '@/lib/notifications/send-status'
import { silencedKinds } from '@/lib/notifications/silence'
import { writeMembers } from '@/lib/tags'
import { kindNoun } from '@/lib/kinds'
import { capital } from '@/shared/format'
import { createGroupedAddress } from '../../shared/list/list-address'
import { definePagedList, prefetchListPage } from '../../shared/list/paged-list'

const none: never[] = []

/** The grouping of notifications that the rule sent together. */
export const GROUP = 'group'

/** Filters that the history and the summary by resource have in common. */
export const resourceFilters = [
  { field: 'kind', label: 'Kind', values: silencedKinds.map((value) => ({ value, label: capital(kindNoun(value)) })) },
  { field: 'type', label: 'Type', known: notificationHistory.types },
  { field: 'tags', label: 'Tag', known: notificationHistory.tags },
] as const

export const pagedHistory = definePagedList({
  paging: 'pages',
  address: createGroupedAddress(GROUP),
  filters: [
    {
      field: 'status',
      label: 'Status',
      values: sendStatuses.map((value) => ({ value, label: sendStatusLabel(value) })),
      initial: hiddenStatusFilter,
    },
    ...resourceFilters,
    { field: 'event', label: 'Event', values: notificationEvents.map((value) => ({ value, label: value })) },
    { field: 'rule', label: 'Rule', known: notificationHistory.rules },
    { field: 'resource', label: 'Resource', values: none },
  ],
  time: { initial: undefined },
  targetOf: toNotificationTarget,
  page: notificationHistory.page,
  matching: async (query) => (await notificationHistory.matching(query)).map(toNotificationTarget),
})

export const prefetchHistory = (queries: QueryClient): Promise<void> => prefetchListPage(queries, pagedHistory)

export const historyFilterValues = (row: NotificationRow) => ({
  status: row.status ?? [],
  kind: row.resource_kind ?? [],
  type: row.resource_type ?? [],
  tags: writeMembers(
    Object.fromEntries(Object.entries(row.resource_tags ?? {}).map(([key, value]) => [key, value ?? '']))
  ),
  event: row.source_event,
  rule: row.notification_id,
  resource: row.resource_id,
})
