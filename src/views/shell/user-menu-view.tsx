import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { useConsole } from './console'
import { icons } from './icons'
import { usePlaces } from './place'

/** @param name undefined until it is known */
export default function UserMenuView({ name }: { name: string | undefined }) {
  const { perform } = useConsole()
  const places = usePlaces()
  const items = [
    { id: 'profile.open', label: 'Your Profile' },
    { id: 'session.signOut', label: 'Sign out' },
  ]
  return (
    <Menu
      label="Your account"
      trigger={
        <Button tone="bare" hasPopup="menu" label="Your account">
          {icons.account}
        </Button>
      }
      sections={[{ title: name === undefined ? 'Hello' : `Hello, ${name}`, items }]}
      onAction={(call) => void perform({ call, origin: 'menu' }, places)}
    />
  )
}
