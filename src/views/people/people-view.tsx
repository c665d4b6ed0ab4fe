import { useQuery } from '@tanstack/react-query'
import { whenOpened } from '../../api/client'
import { people } from '../../api/people'
import { may } from '../../lib/access'
import { Notice } from '../../ui/notice'
import { CommandButton } from '../shell/commands/command-button'
import { useConsole } from '../shell/console'
import { ListPage } from '../shell/list/list-page'
import { useWholeList } from '../shell/list/whole-list'
import { columns } from './columns'
import { sentenceOf, targetOf, textOf } from './person-labels'

/** Who is known to the console, what they may do, and whether they can sign in. */
export default function PeopleView() {
  const source = useWholeList(useQuery({ ...people.list(), refetchOnMount: whenOpened }), textOf)
  const { perform, environment } = useConsole()
  const isGiver = may(environment, 'auth', 'write') && may(environment, 'rbac', 'write')
  return (
    <ListPage
      title="People"
      of="person"
      source={source}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
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
