import type { OutboxMessage } from '../../api/outbox'
import { Badge } from '../../ui/badge'
import type { Column } from '../../ui/grid/column'
import { Time } from '../../ui/time'
import { CommandMenu } from '../shell/commands/command-menu'
import css from './outbox.module.css'
import { statusLabel, targetOf } from './message-labels'

const toneOf = ({ status, send_count }: OutboxMessage) =>
  status === 'sent' ? 'good' : status === 'failed' ? 'bad' : send_count > 0 ? 'warn' : 'plain'

export const columns: readonly Column<OutboxMessage>[] = [
  {
    id: 'subject',
    title: 'Message',
    width: 'minmax(6.5rem, 1.4fr)',
    sortBy: ({ subject }) => subject,
    cell: ({ subject }) => <bdi className={css.subject}>{subject}</bdi>,
  },
  {
    id: 'recipient',
    title: 'To',
    width: 'minmax(4.5rem, 1fr)',
    sortBy: ({ recipient }) => recipient,
    groupBy: ({ recipient }) => recipient,
    cell: ({ recipient }) => <bdi className={css.recipient}>{recipient}</bdi>,
  },
  {
    id: 'state',
    title: 'Status',
    width: '7rem',
    priority: 3,
    sortBy: statusLabel,
    groupBy: statusLabel,
    cell: (message) => <Badge tone={toneOf(message)}>{statusLabel(message)}</Badge>,
  },
  {
    id: 'created_at',
    title: 'Written',
    width: '6rem',
    align: 'end',
    priority: 2,
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time at={created_at} as="ago" />,
  },
  {
    id: 'actions',
    title: 'Actions',
    width: '3rem',
    align: 'end',
    isFixed: true,
    cell: (message) => <CommandMenu isIcon for={targetOf(message)} />,
  },
]
