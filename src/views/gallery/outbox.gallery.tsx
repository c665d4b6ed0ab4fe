import { QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { createClient } from '../../api/client'
import { ApiError, type Page } from '../../api/http'
import type { OutboxMessage } from '../../api/outbox'
import { columns } from '../outbox/columns'
import { NoMessage } from '../outbox/outbox-view'
import { sentenceOf, targetOf } from '../outbox/message-labels'
import { messages } from '../outbox/messages'
import { ListPage } from '../shell/list/list-page'
import { definePagedList, usePagedList } from '../shell/list/paged-list'
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

const refused = new ApiError('http', 'unauthorized: update on auth', { status: 403 })

type Answer = () => Promise<Page<OutboxMessage>>
const of =
  (rows: OutboxMessage[]): Answer =>
  async () => ({ rows, total: rows.length })

/** The list with these responses, at an address with this query string. */
function Listed({ answer, search = '' }: { answer: Answer; search?: string }) {
  useState(() => history.replaceState(null, '', `${location.pathname}${search}`))
  const [client] = useState(() => createClient({ signedOut: nothing }))
  return (
    <QueryClientProvider client={client}>
      <Around roles={['admin']}>
        <List answer={answer} />
      </Around>
    </QueryClientProvider>
  )
}

function List({ answer }: { answer: Answer }) {
  const [list] = useState(() =>
    definePagedList({
      ...messages,
      page: (question, page) => queryOptions({ queryKey: [question, page], queryFn: answer }),
    })
  )
  return (
    <ListPage
      title="Outbox"
      of="message"
      source={usePagedList(list, false)}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      searchLabel="Search by subject, address or status"
      onOpen={nothing}
      empty={<NoMessage />}
    />
  )
}

export default {
  title: 'Outbox',
  states: {},
  pages: {
    'A few': () => <Listed answer={of(some)} />,
    Empty: () => <Listed answer={of([])} />,
    'Filtered to nothing': () => <Listed answer={of([])} search="?state=sent:1,failed:-1&query=recovery" />,
    'One page of many': () => <Listed answer={async () => ({ rows: some, total: 1284 })} search="?pageIndex=3" />,
    Failed: () => <Listed answer={() => Promise.reject(refused)} />,
  },
} satisfies Exhibit
