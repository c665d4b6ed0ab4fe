import { ClerkProvider } from '@clerk/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import Hosted, { HostedStages } from '@/views/sign-in/hosted/hosted-sign-in'
import { HostedMenuView } from '@/views/sign-in/hosted/menu'
import { InvalidKey, EntryError, Provisioning, UnreachableService, SigningIn } from '@/views/sign-in/hosted/screens'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'
import { CLERK_KEY, fakeClerk, type FakeState } from './fake-clerk'

const nothing = () => undefined
const organisations = [
  { id: 'org_shop', name: 'Shop', publicMetadata: {} },
  { id: 'org_bank', name: 'Bank of the Western Provinces', publicMetadata: {} },
]
const ada = { id: 'user_ada', organisations }

/** A hosted sign-in with a fake service. Its forms are buttons with their name. */
function played(path: string, state: FakeState) {
  return function Played() {
    const [clerk] = useState(() => fakeClerk(state).clerk)
    const [queries] = useState(() => {
      const client = new QueryClient()
      client.setQueryData(['console-config'], { signIn: 'hosted', hosted: { publishableKey: CLERK_KEY, backends: [] } })
      return client
    })
    return (
      <QueryClientProvider client={queries}>
        <Hosted path={path} clerk={clerk}>
          {null}
        </Hosted>
      </QueryClientProvider>
    )
  }
}

function TopBar() {
  const [clerk] = useState(() => fakeClerk({ user: ada, organisation: 'org_shop' }).clerk)
  return (
    <ClerkProvider publishableKey={CLERK_KEY} Clerk={clerk}>
      <HostedStages host="happy-fox-1.clerk.accounts.dev">
        <GalleryConsole>
          <HostedMenuView onKubeconfig={nothing} />
        </GalleryConsole>
      </HostedStages>
    </ClerkProvider>
  )
}

/** The screens for signing in with Clerk. */
export default {
  title: 'Hosted sign-in',
  states: { 'Switcher and user button': TopBar },
  pages: {
    'Sign in': played('/login', {}),
    'Choose an organisation': played('/health', { user: ada }),
    Provisioning: played('/health', { user: ada, organisation: 'org_shop' }),
    Profile: played('/profile-settings', { user: ada, organisation: 'org_shop' }),
    Loading: SigningIn,
    'No key': () => <InvalidKey isMissing />,
    'Bad key': () => <InvalidKey isMissing={false} />,
    Unreachable: () => <UnreachableService host="happy-fox-1.clerk.accounts.dev" onRetry={nothing} />,
    'Invalid metadata': () => (
      <EntryError title="Could not open Bank of the Western Provinces" why="Invalid boolean value" onRetry={nothing} />
    ),
    'Backend refuses': () => (
      <EntryError title="Could not find out who is signed in" why="You are not known here." onRetry={nothing} />
    ),
    'Provisioning, alone': () => <Provisioning onCheck={nothing} />,
  },
} satisfies Exhibit
