import { eventQueue, type QueuedEvents } from '@/api/settings/event-queue'
import { formatCount } from '@/shared/format'
import { defineDetails, defineWholeRows } from '../resource'

const count = (value: number) => (value === 0 ? undefined : value.toLocaleString('en'))

export default defineDetails<QueuedEvents>({
  rows: defineWholeRows(eventQueue.summary, ({ name, event_id: subject, most_common_error: error }) =>
    [name, subject, error].filter(Boolean).join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: ({ name, pending, failed, average_attempts: attempts, most_common_error: error }) =>
    [
      name,
      `${pending.toLocaleString('en')} pending`,
      failed > 0 && `${failed.toLocaleString('en')} failed`,
      attempts && formatCount(attempts, 'attempt on average', 'attempts on average'),
      error,
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by event or error',
  columns: [
    { id: 'name', title: 'Event', width: 'minmax(6.5rem, 1fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'pending',
      title: 'Pending',
      width: '4.5rem',
      align: 'end',
      priority: 3,
      value: ({ pending }) => pending.toLocaleString('en'),
    },
    {
      id: 'failed',
      title: 'Failed',
      width: '4.5rem',
      align: 'end',
      priority: 3,
      as: 'badge',
      tone: () => 'bad',
      value: ({ failed }) => count(failed),
    },
    {
      id: 'attempts',
      title: 'Attempts',
      width: '5rem',
      align: 'end',
      priority: 1,
      value: ({ average_attempts: attempts }) => (attempts ? String(attempts) : undefined),
    },
    {
      id: 'error',
      title: 'Most common error',
      width: 'minmax(4rem, 1.6fr)',
      below: true,
      as: 'quiet',
      value: ({ most_common_error: error }) => error ?? undefined,
    },
    {
      id: 'oldest',
      title: 'Oldest',
      width: '5.5rem',
      align: 'end',
      priority: 2,
      as: 'moment',
      value: ({ oldest }) => oldest,
    },
    {
      id: 'last_failure',
      title: 'Last failure',
      width: '5.5rem',
      align: 'end',
      priority: 0,
      as: 'moment',
      value: ({ last_failure: at }) => at ?? undefined,
    },
  ],
  opens: { command: 'queue.open', slot: 'events' },
  actions: { needs: [], all: [{ call: 'go.jobs', label: 'Job history' }] },
  empty: {
    title: 'No events are waiting',
    text: 'Events such as a failed check wait here until they are handled. Those that fail stay with their error.',
  },
})
