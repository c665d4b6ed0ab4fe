import { NO_ACCOUNTS } from '../../commands/areas/people'
import { Notice } from '../../ui/notice'
import { CommandButton } from '../shell/commands/command-button'
import { useConsole } from '../shell/console'
import { ListPage } from '../shell/list/list-page'
import { usePagedList } from '../shell/list/paged-list'
import { Page } from '../shell/frame/page'
import { useLive } from '../shell/stores'
import { columns } from './columns'
import { sentenceOf, targetOf } from './message-labels'
import { messages } from './messages'

/** Somebody who lost a password waits beside the phone. */
const EVERY_MS = 10_000

/** Messages about accounts: without a mail server, this is where somebody reads and hands them on. */
export default function OutboxView() {
  const { deployment } = useConsole().environment
  if (deployment?.backend === 'gateway') return <NoOutbox>The backend sends its messages itself.</NoOutbox>
  if (deployment && deployment.signIn !== 'kratos') return <NoOutbox>{NO_ACCOUNTS}</NoOutbox>
  return <Messages />
}

function Messages() {
  const source = usePagedList(messages, useLive() && EVERY_MS)
  const { perform } = useConsole()
  return (
    <ListPage
      title="Outbox"
      of="message"
      source={source}
      columns={columns}
      targetOf={targetOf}
      sentenceOf={sentenceOf}
      searchLabel="Search by subject, address or status"
      onOpen={({ id }) => void perform({ call: `message.open?message=message:${id}`, origin: 'button' }, [])}
      actions={<CommandButton call="go.people" label="People" />}
      empty={<NoMessage />}
    />
  )
}

export const NoMessage = () => (
  <Notice tone="empty" title="No message has been written" actions={<CommandButton call="go.people" label="People" />}>
    Invitations, recovery codes and news about accounts appear here. Without a mail server, hand them on yourself.
  </Notice>
)

const NoOutbox = ({ children }: { children: string }) => (
  <Page title="Outbox">
    <Notice tone="empty" title="There is no outbox here">
      {children}
    </Notice>
  </Page>
)
