import { outbox } from '../../api/outbox'
import { mailStates } from '../../lib/mail-state'
import { definePagedList } from '../shell/list/paged-list'
import { targetOf } from './message-labels'

/** The messages as their page asks for them. */
export const messages = definePagedList({
  paging: 'pages',
  filters: [
    {
      field: 'state',
      label: 'Status',
      values: Object.entries(mailStates).map(([value, label]) => ({ value, label })),
    },
  ],
  page: outbox.page,
  targetOf,
  matching: async (question) => (await outbox.matching(question)).map(targetOf),
})
