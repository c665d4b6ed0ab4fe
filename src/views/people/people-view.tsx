import { useQuery } from '@tanstack/react-query'
import { whenOpened } from '../../api/client'
import { people } from '../../api/people'
import { may } from '../../lib/access'
import { Notice } from '../../ui/notice'
import { CommandButton } from '../shell/commands/command-button'
import { useConsole } from '../shell/console'
import { ListPage } from '../shell/list/list-page'
import { columns } from './columns'
import { sentenceOf, targetOf, textOf } from './person-labels'

/** Who is known to the console, what they may do, and whether they can sign in. */
export default function PeopleView() {
  const list = useQuery({ ...people.list(), refetchOnMount: whenOpened })
  const { perform, environment } = useConsole()
  const isGiver = may(environment, 'auth', 'write') && may(environment, 'rbac', 'write')
  return (
    <ListPage
      title="People"
      of="person"
      list={list}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      textOf={textOf}
      searchLabel="Search by name, e-mail, role or account"
      onOpen={({ id }) => void perform({ call: `person.edit?person=person:${id}`, origin: 'button' }, [])}
      actions={
        isGiver && (
          <>
            <CommandButton call="go.outbox" label="Outbox" />
            <CommandButton call="person.invite" tone="primary" />
          </>
        )
      }
      empty={<Nobody />}
    />
  )
}

export const Nobody = () => (
  <Notice tone="empty" title="Nobody is here yet" actions={<CommandButton call="person.invite" tone="primary" />}>
    Whoever is invited appears here, with roles and whether they have signed in.
  </Notice>
)
