import { useQuery } from '@tanstack/react-query'
import { about } from '../../api/about'
import { config } from '../../api/config'
import { contextIn } from '../../commands/context'
import { offerOf } from '../../commands/prepare'
import { findCommand } from '../../commands/registry'
import { versionLine } from '../../commands/session'
import { Button } from '../../ui/button'
import { type Item, Menu } from '../../ui/menu'
import { useConsole } from './console'
import { icons } from './icons'
import { usePlaces } from './place'

const mine = [
  { id: 'profile.open', label: 'Your Profile' },
  { id: 'session.kubeconfig', label: 'Download kubeconfig' },
  { id: 'session.signOut', label: 'Sign out' },
]

/** @param name undefined until it is known */
export default function UserMenuView({ name }: { name: string | undefined }) {
  const { perform, circumstances } = useConsole()
  const places = usePlaces()
  const version = useQuery(config()).data?.version
  const backend = useQuery(about()).data
  const context = contextIn(places, circumstances)
  const items = mine.flatMap((item): Item[] => {
    const command = findCommand(item.id)
    // Where nobody signs in there is no profile, and nothing to sign out of.
    const offer = command ? offerOf(command, context) : false
    return offer === false ? [] : [{ ...item, ...(offer === true ? {} : { refusal: offer }) }]
  })
  const versions = { id: 'copy.versions', label: versionLine(version, backend), description: 'Copy the versions' }
  return (
    <Menu
      label="Your account"
      trigger={
        <Button tone="bare" hasPopup="menu" label="Your account">
          {icons.account}
        </Button>
      }
      sections={[{ title: name === undefined ? 'Hello' : `Hello, ${name}`, items }, { items: [versions] }]}
      onAction={(call) => void perform({ call, origin: 'menu' }, places)}
    />
  )
}
