import '@/commands/every-command'
import { UserButton } from '@clerk/react'
import { Download } from 'lucide-react'
import { findCommand } from '@/commands/registry'
import { profilePage } from '@/shared/pages/sign-in'
import { HOME_PATH } from '@/shared/pages/topology'
import { useConsole } from '../../shared/console'
import { usePlaces } from '../../shared/commands/place'
import { OrganisationSwitcher } from './organisation-controls'

const KUBECONFIG = 'session.kubeconfig'

/** Replaces the user menu. */
export function HostedMenu() {
  const { perform } = useConsole()
  const places = usePlaces()
  const hasKubeconfig = findCommand(KUBECONFIG) !== undefined
  return (
    <HostedMenuView
      onKubeconfig={hasKubeconfig ? () => void perform({ call: KUBECONFIG, origin: 'menu' }, places) : undefined}
    />
  )
}

export const HostedMenuView = ({ onKubeconfig }: { onKubeconfig: (() => void) | undefined }) => (
  <>
    <OrganisationSwitcher />
    <UserButton afterSwitchSessionUrl={HOME_PATH} userProfileMode="navigation" userProfileUrl={profilePage.path}>
      {onKubeconfig && (
        <UserButton.MenuItems>
          <UserButton.Action
            label="Download kubeconfig"
            labelIcon={<Download size={14} aria-hidden="true" />}
            onClick={onKubeconfig}
          />
        </UserButton.MenuItems>
      )}
    </UserButton>
  </>
)
