import { ApiError } from '../../api/http'
import type { OutboxMessage } from '../../api/outbox'
import { columns } from '../outbox/columns'
import { NoMessage } from '../outbox/outbox-view'
import { sentenceOf, targetOf, textOf } from '../outbox/message-labels'
import { ListPage } from '../shell/list/list-page'
import { Around } from './around'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

const message = (id: string, more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id,
  status: 'queued',
  recipient: 'priya@fennick.example',
  template: 'invitation',
  subject: 'You are invited to Mission Control',
  body: 'Open https://console.example/recovery?flow=f and type in this code: 482915',
  send_count: 0,
  created_at: '2026-11-20T10:00:00Z',
  ...more,
})

const some = [
  message('a'),
  message('b', {
    subject: 'A second factor of your Mission Control account was removed',
    recipient: 'mireille.castellanos-featherstonehaugh@quillmoor.example',
    send_count: 3,
    last_error: 'connect ECONNREFUSED',
  }),
  message('c', { status: 'sent', body: '', send_count: 1 }),
  message('d', { status: 'failed', send_count: 8 }),
]

const ready = { error: null, failureReason: null, isFetching: false, dataUpdatedAt: 0 }
const refused = new ApiError('http', 'unauthorized: update on auth', { status: 403 })

const Listed = ({ list }: { list: Parameters<typeof ListPage<OutboxMessage>>[0]['list'] }) => (
  <Around roles={['admin']}>
    <ListPage
      title="Outbox"
      of="message"
      list={list}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      textOf={textOf}
      searchLabel="Search by subject, address or status"
      onOpen={nothing}
      empty={<NoMessage />}
    />
  </Around>
)

/** What people were written, in every state of the list. */
export default {
  title: 'Outbox',
  states: {},
  pages: {
    'A few': () => <Listed list={{ ...ready, data: some }} />,
    Empty: () => <Listed list={{ ...ready, data: [] }} />,
    Failed: () => <Listed list={{ ...ready, data: undefined, error: refused }} />,
  },
} satisfies Exhibit
