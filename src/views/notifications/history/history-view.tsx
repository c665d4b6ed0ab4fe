import { useEffect, useMemo } from 'react'
import { type NotificationRow, toNotificationTarget } from '@/api/notifications/history'
import { registerDisplayedSends } from '@/lib/notifications/displayed-sends'
import { nestSends } from '@/lib/notifications/nest-sends'
import { hiddenStatuses, hiddenStatusFilter, isSendFailed, sendOutcome } from '@/lib/notifications/send-status'
import { notificationSubject } from '@/lib/notifications/subject'
import { formatCount, formatNames } from '@/shared/format'
import type { GroupOptions } from '@/ui/grid/column'
import cell from '@/ui/grid/cell.module.css'
import { Notice } from '@/ui/notice'
import { StatusIcon } from '@/ui/status-word'
import { useTimeDisplay } from '@/ui/time'
import { announce } from '@/ui/voice'
import { lazyComponent } from '@/ui/lazy-component'
import { backToList, type DetailProps } from '../../shared/list/detail/detail-props'
import { useDetail } from '../../shared/list/detail/use-detail'
import { ListPage } from '../../shared/list/list-page'
import type { ListFilters } from '../../shared/list/list-source'
import { usePagedList } from '../../shared/list/paged-list'
import { describeMissing } from '../../shared/query/missing-parts'
import { HeldSwitch, PageActions, useUnreadSince, type ViewProps } from '../switches'
import { notificationAddress } from '../url'
import { describeNotification, historyColumns, type RowContext } from './columns'
import { GROUP, historyFilterValues, pagedHistory } from './list'
import { useHistoryNames } from './use-history-names'

/** Milliseconds between checks for new notifications. */
const POLL_MS = 30_000

const detail = lazyComponent<DetailProps<NotificationRow>>({
  what: 'the notification',
  load: () => import('./notification-detail'),
  otherwise: backToList,
})

/** The notifications one by one, the newest first. */
export function HistoryView({ place, switches }: ViewProps) {
  const listed = usePagedList(pagedHistory, POLL_MS)
  const { rows } = listed
  const { names, missing } = useHistoryNames(rows)
  const tree = useMemo(() => nestSends(rows), [rows])
  const since = useUnreadSince()
  const context = useMemo((): RowContext => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      names,
      findRow: (id) => byId.get(id),
      countNested: (row) => tree.childrenOf(row)?.length ?? 0,
      unreadSince: since,
    }
  }, [rows, names, tree, since])
  const columns = useMemo(() => historyColumns(context), [context])
  const groups = useGroups(listed.view.group, context)
  const { timeZone } = useTimeDisplay()
  const opened = useDetail<NotificationRow>({
    address: notificationAddress,
    detail,
    of: 'notification',
    rows: listed.loaded,
    targetOf: toNotificationTarget,
    list: listed.list,
  })
  useEffect(() => registerDisplayedSends((id) => context.findRow(id)))
  const filters = withResources(listed.filters, rows)
  const isHidingHeld = hiddenStatuses.every((status) => listed.filters?.values['status']?.[status] === 'exclude')
  const toggleHeld = () => {
    filters?.set({ status: isHidingHeld ? {} : hiddenStatusFilter })
    announce(`Silenced and skipped notifications are ${isHidingHeld ? 'included' : 'excluded'}.`, { key: 'held' })
  }
  return (
    <ListPage<NotificationRow>
      title="Notifications"
      of="notification"
      source={{
        ...listed,
        filters,
        rows: tree.roots,
        note: [listed.note, describeMissing(missing, 'names')].filter(Boolean).join(' ') || undefined,
        grid: { ...listed.grid, childrenOf: tree.childrenOf, parentOf: tree.parentOf },
      }}
      detail={opened}
      columns={columns}
      groups={groups}
      targetOf={toNotificationTarget}
      sentenceOf={(row) => describeNotification(row, context, timeZone)}
      filteredBy={historyFilterValues}
      isProblem={isSendFailed}
      searchLabel="Search resources and errors"
      place={{ choices: place.choices, handlers: { ...place.handlers, 'notifications.held': toggleHeld } }}
      switches={
        <>
          <HeldSwitch isOn={!isHidingHeld} />
          {switches}
        </>
      }
      actions={<PageActions isReady={listed.loaded !== undefined} />}
      empty={
        <Notice tone="empty" title="No notifications yet">
          Rules send notifications about events, such as a failed check. Each one is listed here with what became of it.
        </Notice>
      }
    />
  )
}

/** The resources that the filter offers: those in the rows and those already selected. */
function withResources(filters: ListFilters | undefined, rows: readonly NotificationRow[]): ListFilters | undefined {
  if (!filters) return undefined
  const named = new Map(rows.map((row) => [row.resource_id, notificationSubject(row)]))
  for (const id of Object.keys(filters.values['resource'] ?? {})) if (!named.has(id)) named.set(id, id.slice(0, 8))
  const values = [...named].map(([value, label]) => ({ value, label }))
  return {
    ...filters,
    fields: filters.fields.map((one) => (one.field === 'resource' ? { ...one, values } : one)),
  }
}

/** Rows that the rule sent together are one line, unless there is only one of them on the page. */
function useGroups(group: string | undefined, { names }: Pick<RowContext, 'names'>): GroupOptions<NotificationRow> {
  return useMemo(() => {
    const isBundled = group === GROUP
    const title = (rows: readonly NotificationRow[]) => {
      const rule = rows[0] && names.rule.get(rows[0].notification_id)
      const subjects = [...new Set(rows.map(notificationSubject))]
      return [rule, formatNames(subjects, 3)].filter(Boolean).join(': ')
    }
    return {
      by: [{ id: GROUP, title: 'Sent together', groupBy: (row) => row.group_id ?? row.id }, ...otherGroupings(names)],
      startsOpen: (rows) => rows.some(isSendFailed),
      ...(isBundled && {
        title,
        isPlain: (rows: readonly NotificationRow[]) => rows.length === 1,
        label: (name: string, rows: readonly NotificationRow[]) =>
          [name, formatCount(rows.length, 'notification'), ...countOutcomes(rows)].join(', '),
        renderLine: (rows: readonly NotificationRow[]) => (
          <span className={cell.line}>
            {rows.some(isSendFailed) && <StatusIcon word="failed" />}
            <bdi className={cell.name}>{title(rows)}</bdi>
            <span className={cell.quiet}>
              {[formatCount(rows.length, 'notification'), ...countOutcomes(rows)].join(', ')}
            </span>
          </span>
        ),
      }),
    }
  }, [group, names])
}

const otherGroupings = (names: RowContext['names']): NonNullable<GroupOptions<NotificationRow>['by']> =>
  historyColumns({ names, findRow: () => undefined, countNested: () => 0, unreadSince: '' }).flatMap(
    ({ id, title, groupBy }) => (groupBy ? [{ id, title, groupBy }] : [])
  )

const outcomeWords = { failed: 'failed', active: 'in progress', sent: 'sent', held: 'held back' } as const

const countOutcomes = (rows: readonly NotificationRow[]): string[] =>
  (['failed', 'active', 'sent', 'held'] as const).flatMap((outcome) => {
    const count = rows.filter(({ status }) => (sendOutcome(status) ?? 'held') === outcome).length
    return count === 0 ? [] : [`${count} ${outcomeWords[outcome]}`]
  })
