import type { Person } from '../../api/people'
import { ApiError } from '../../api/http'
import { columns } from '../people/columns'
import { InvitePerson } from '../people/person-forms'
import { Nobody } from '../people/people-view'
import { sentenceOf, targetOf, textOf } from '../people/person-labels'
import HandOverDialog from '../shell/messages/hand-over'
import { ListPage } from '../shell/list/list-page'
import { useWholeList } from '../shell/list/whole-list'
import { Around } from './around'
import { Asking } from './asking'
import type { Exhibit } from './exhibit'

const nothing = () => undefined

const someone = (id: string, name: string, more: Partial<Person> = {}): Person => ({
  id,
  name,
  firstName: name,
  lastName: '',
  email: `${id}@quillmoor.example`,
  avatar: '',
  roles: ['viewer'],
  account: 'active',
  lastLogin: '2026-11-20T10:00:00Z',
  ...more,
})

const some: readonly Person[] = [
  someone('ines', 'Ines Okonkwo', { roles: ['admin'] }),
  someone('mireille', 'Mireille Castellanos-Featherstonehaugh de la Vega', { roles: ['editor', 'responder'] }),
  someone('lior', 'ליאור בן־דוד', { account: 'off' }),
  someone('priya', 'Priya Nair', { account: 'invited', lastLogin: undefined }),
  someone('ken', '佐藤 健', { account: 'none', email: '', roles: [] }),
]

const ready = { error: null, failureReason: null, isFetching: false, dataUpdatedAt: 0 }
const refused = new ApiError('http', 'unauthorized: read on people', { status: 403 })

const Listed = ({ list }: { list: Parameters<typeof useWholeList<Person>>[0] }) => (
  <Around roles={['admin']}>
    <ListPage
      title="People"
      of="person"
      source={useWholeList(list, textOf)}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      searchLabel="Search by name, e-mail, role or account"
      onOpen={nothing}
      empty={<Nobody />}
    />
  </Around>
)

const link = 'https://console.example/recovery?flow=0f2c6c1e-5a0b-4a53-9d0f-1f0f3a9f0c11'

/** The list of people in all its states, and the dialogs about them. */
export default {
  title: 'People',
  states: {},
  pages: {
    'A few': () => <Listed list={{ ...ready, data: some }} />,
    'Not renewed': () => <Listed list={{ ...ready, data: some, error: refused, dataUpdatedAt: 1_795_000_000_000 }} />,
    Nobody: () => <Listed list={{ ...ready, data: [] }} />,
    Loading: () => <Listed list={{ ...ready, data: undefined, isFetching: true }} />,
    Failed: () => <Listed list={{ ...ready, data: undefined, error: refused }} />,
  },
  apart: {
    Invite: () => (
      <Asking>
        <InvitePerson call="person.invite" known={{}} places={[]} onClose={nothing} onAnswer={nothing} />
      </Asking>
    ),
    Handed: () => (
      <HandOverDialog
        title="Sign-in link for Priya Nair"
        description="Whoever opens it can choose a password and sign in as this person. It works once, for a day."
        items={[
          { label: 'One-time link', text: `${link}#code=482915` },
          { label: 'Code, should the page ask for it', text: '482915' },
        ]}
        notes={['A message with both is on its way to their address.']}
        onClose={nothing}
      />
    ),
  },
} satisfies Exhibit
