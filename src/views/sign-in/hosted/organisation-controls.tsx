import { OrganizationList, OrganizationSwitcher } from '@clerk/react'
import { ORGANISATION_SWITCHED_PATH } from '@/shared/pages/sign-in'
import { HOME_PATH } from '@/shared/pages/topology'
import { Button } from '@/ui/button'
import { announce } from '@/ui/voice'
import { SignInFrame } from '../frame'
import css from '../sign-in.module.css'
import { useSignOut } from './use-sign-out'

/** Personal accounts are hidden, because they have no backend. */
const organisations = {
  hidePersonal: true,
  afterSelectOrganizationUrl: ORGANISATION_SWITCHED_PATH,
  afterCreateOrganizationUrl: ORGANISATION_SWITCHED_PATH,
}

/** For signed-in users who have not chosen an organisation. */
export const OrganisationPicker = () => (
  <SignInFrame title="Choose an organisation" links={<SignOut />} width="wide" isRead>
    <div className={css.foreign}>
      <OrganizationList {...organisations} fallback={<p className={css.waiting}>Loading…</p>} />
    </div>
  </SignInFrame>
)

export const OrganisationSwitcher = () => (
  <OrganizationSwitcher {...organisations} afterLeaveOrganizationUrl={HOME_PATH} createOrganizationMode="modal" />
)

/** Links for a screen that prevents using the console. */
export const ExitLinks = () => (
  <>
    <OrganisationSwitcher />
    <SignOut />
  </>
)

function SignOut() {
  const signOut = useSignOut()
  return (
    <Button tone="bare" onPress={() => void signOut(HOME_PATH).catch(notDone)}>
      Sign out
    </Button>
  )
}

const notDone = (error: unknown) =>
  announce(`Could not sign out. ${error instanceof Error ? error.message : ''}`, { urgent: true })
