import { notificationResource, type NotificationRow, toNotificationTarget } from '@/api/notifications/history'
import { toHealthDot } from '@/lib/catalog/health-status'
import { formatClock } from '@/lib/format-date'
import { kindNoun } from '@/lib/kinds'
import { notificationRecipient } from '@/lib/notifications/recipient'
import { explainSend, type SendNames } from '@/lib/notifications/explain-send'
import { sendOutcome, sendStatusLabel } from '@/lib/notifications/send-status'
import { notificationSubject } from '@/lib/notifications/subject'
import { isUnread } from '@/lib/notifications/unread'
import { formatCount } from '@/shared/format'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { StatusShape } from '@/ui/status'
import { StatusBadge } from '@/ui/status-word'
import { Time, useTimeDisplay } from '@/ui/time'
import { useNow } from '@/ui/use-now'
import { createActionsColumn } from '../../shared/list/actions-column'
import css from '../notifications.module.css'
import type { HistoryNames } from './use-history-names'

/** What the columns show beyond the row itself. */
export type RowContext = {
  names: HistoryNames
  /** The row with an id, if it is on the page. */
  findRow(id: string): NotificationRow | undefined
  /** The number of rows nested below a row. */
  countNested(row: NotificationRow): number
  /** Notifications after this time are unread. ISO time. */
  unreadSince: string
}

export const SendStatusBadge = ({ status }: Pick<NotificationRow, 'status'>) => (
  <StatusBadge word={sendStatusLabel(status)} />
)

/** What the status of a row refers to. */
export const sendNames = (
  row: NotificationRow,
  { names, findRow }: Pick<RowContext, 'names' | 'findRow'>
): Omit<SendNames, 'formatTime'> => {
  const parent = row.parent_id ? findRow(row.parent_id) : undefined
  return {
    silence: row.silenced_by ? names.silence.get(row.silenced_by) : undefined,
    parent: parent && notificationSubject(parent),
    playbook: row.playbook_run?.playbook_name ?? undefined,
    rule: names.rule.get(row.notification_id),
  }
}

/** What happened to a notification, in words. */
export function SendReason({ send, names, className }: Parameters<typeof useExplanation>[0] & { className: string }) {
  const text = useExplanation({ send, names })
  return (
    <bdi className={className} title={text}>
      {text}
    </bdi>
  )
}

export function useExplanation({
  send,
  names,
}: {
  send: Parameters<typeof explainSend>[0]
  names: Omit<SendNames, 'formatTime'>
}): string {
  const { timeZone } = useTimeDisplay()
  return useNow((ms) => explain(send, names, ms, timeZone))
}

const explain = (
  send: Parameters<typeof explainSend>[0],
  names: Omit<SendNames, 'formatTime'>,
  ms: number,
  timeZone: string
) => explainSend(send, { ...names, formatTime: (at) => formatClock(new Date(at), { now: new Date(ms), timeZone }) }, ms)

const kindOf = ({ resource_kind: kind, resource_type: type, source_event: event }: NotificationRow) =>
  [kind ? kindNoun(kind as never) : event.split('.')[0], type].filter(Boolean).join(' · ')

/** The name and kind of the resource, and its health now. */
function ResourceCell({ row, unreadSince: since }: { row: NotificationRow; unreadSince: string }) {
  const health = row.resource?.health
  return (
    <span className={`${cell.line} ${cell.wrapping}`}>
      <StatusShape health={health ? toHealthDot(health) : 'unknown'} />
      <bdi className={cell.name}>
        {isUnread(row, since) && <span className={css.unread} title="Unread" />}
        {notificationSubject(row)}
      </bdi>
      {row.resource?.deleted_at && <Badge>Deleted</Badge>}
      <bdi className={cell.quiet}>{kindOf(row)}</bdi>
    </span>
  )
}

export function RecipientName({
  row,
  names,
}: {
  row: Parameters<typeof notificationRecipient>[0]
  names: HistoryNames
}) {
  const recipient = notificationRecipient(row, names)
  if (!recipient) return <span className={cell.quiet}>Unknown</span>
  return (
    <span className={cell.line}>
      {recipient.is === 'person' && recipient.isNamed && <Avatar name={recipient.name} size="small" isNamed />}
      <bdi className={recipient.isNamed ? cell.words : cell.quiet}>{recipient.name}</bdi>
    </span>
  )
}

/** Ids of sortable columns are the names by which the server sorts. */
export const historyColumns = (context: RowContext): readonly GridColumn<NotificationRow>[] => {
  const { names, countNested, unreadSince } = context
  const ruleOf = (row: NotificationRow) => names.rule.get(row.notification_id) ?? 'A rule'
  return [
    {
      id: 'resource',
      title: 'Resource',
      width: 'minmax(6.5rem, 1.9fr)',
      wraps: true,
      groupBy: notificationSubject,
      cell: (row) => <ResourceCell row={row} unreadSince={unreadSince} />,
    },
    {
      id: 'status',
      title: 'Status',
      width: 'minmax(6.5rem, 2.4fr)',
      below: true,
      sortBy: ({ status }) => status,
      groupBy: ({ status }) => sendStatusLabel(status),
      cell: (row) => {
        const nested = countNested(row)
        return (
          <span className={cell.line}>
            <SendStatusBadge status={row.status} />
            <SendReason
              send={row}
              names={sendNames(row, context)}
              className={sendOutcome(row.status) === 'failed' ? (cell.words ?? '') : (cell.quiet ?? '')}
            />
            {nested > 0 && <span className={cell.times}>{`+${nested} held back`}</span>}
          </span>
        )
      },
    },
    {
      id: 'created_at',
      title: 'Age',
      width: 'var(--moment-width, 5.75rem)',
      align: 'end',
      priority: 3,
      isTime: true,
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at: at, count }) => (
        <span className={css.age}>
          {count > 1 && <span className={cell.times}>{`×${count.toLocaleString('en')}`}</span>}
          <Time at={at} as="ago" />
        </span>
      ),
    },
    {
      id: 'source_event',
      title: 'Event',
      width: 'minmax(7rem, 0.8fr)',
      priority: 1,
      sortBy: ({ source_event }) => source_event,
      groupBy: ({ source_event }) => source_event,
      cell: ({ source_event: event }) => <span className={cell.quiet}>{event}</span>,
    },
    {
      id: 'rule',
      title: 'Rule',
      width: 'minmax(6rem, 0.9fr)',
      priority: 1,
      groupBy: ruleOf,
      cell: (row) => <bdi className={cell.words}>{names.rule.get(row.notification_id)}</bdi>,
    },
    {
      id: 'recipient',
      title: 'Recipient',
      width: 'minmax(6rem, 0.9fr)',
      priority: 0,
      cell: (row) => <RecipientName row={row} names={names} />,
    },
    createActionsColumn(toNotificationTarget),
  ]
}

/** Describes a row in one sentence, in reading order. */
export function describeNotification(row: NotificationRow, context: RowContext, timeZone: string): string {
  const { names, countNested, unreadSince } = context
  const recipient = notificationRecipient(row, names)
  const nested = countNested(row)
  const rule = names.rule.get(row.notification_id)
  return [
    notificationSubject(row),
    notificationResource(row) && kindOf(row).replace(' · ', ' '),
    sendStatusLabel(row.status).toLowerCase(),
    explain(row, sendNames(row, context), Date.now(), timeZone).replace(/\.$/, ''),
    row.source_event,
    row.count > 1 && formatCount(row.count, 'time'),
    rule && `rule ${rule}`,
    recipient && `to ${recipient.name}`,
    nested > 0 && `${nested} held back`,
    isUnread(row, unreadSince) && 'unread',
  ]
    .filter(Boolean)
    .join(', ')
}
