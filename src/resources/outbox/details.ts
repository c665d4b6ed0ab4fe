import { outbox, type OutboxMessage } from '@/api/settings/outbox'
import { readMailState, mailStates } from '@/shared/settings/mail-state'
import { defineDetails, definePagedRows } from '../resource'

const stateLabel = (message: OutboxMessage) => mailStates[readMailState(message)]

/** Messages about accounts. Without a mail server, an administrator reads them here and forwards them. */
export default defineDetails<OutboxMessage>({
  rows: definePagedRows({
    paging: 'pages',
    filters: [
      {
        field: 'state',
        label: 'Status',
        values: Object.entries(mailStates).map(([value, label]) => ({ value, label })),
      },
    ],
    time: { initial: undefined },
    page: outbox.page,
    matching: outbox.matching,
    // A user who lost a password may be waiting for the code, so the list is reloaded often.
    everyMs: 10_000,
  }),
  identify: ({ id, subject }) => ({ id, label: subject }),
  describe: (message) => [message.subject, `to ${message.recipient}`, stateLabel(message).toLowerCase()].join(', '),
  searchLabel: 'Search by subject, address or status',
  columns: [
    { id: 'subject', title: 'Message', width: 'minmax(6.5rem, 1.4fr)', as: 'name', value: ({ subject }) => subject },
    {
      id: 'recipient',
      title: 'To',
      width: 'minmax(4.5rem, 1fr)',
      as: 'quiet',
      value: ({ recipient }) => recipient,
      isGroupable: true,
    },
    {
      id: 'state',
      title: 'Status',
      width: '7rem',
      priority: 3,
      as: 'status',
      value: stateLabel,
      isGroupable: true,
    },
    {
      id: 'created_at',
      title: 'Written',
      width: '6rem',
      align: 'end',
      priority: 2,
      as: 'moment',
      value: ({ created_at }) => created_at,
    },
  ],
  opens: { command: 'message.open', slot: 'message' },
  actions: { needs: [], all: [{ call: 'go.people', label: 'People' }] },
  empty: {
    title: 'No messages yet',
    text: 'Invitations, recovery codes and account notices appear here. Without a mail server, forward them yourself.',
  },
})
