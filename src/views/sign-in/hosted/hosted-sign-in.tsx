import { type ClerkProp, ClerkProvider, useClerk } from '@clerk/react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { consoleConfigQuery } from '@/api/config'
import { readKeyHost } from '@/shared/sign-in/hosted'
import { signInPaths } from '@/shared/pages/sign-in'
import { OrganisationMember } from './member'
import { HostedPage, hostedPage } from './pages'
import { InvalidKey, LoadingService, UnreachableService, SigningIn } from './screens'
import { useSignedInUser } from './use-signed-in-user'

type Props = {
  path: string
  /** Replaces the script from the host of the service, in tests and in the gallery. */
  clerk?: ClerkProp
  /** The console. */
  children: ReactNode
}

/**
 * Sign-in with Clerk. Its script comes from its own host and may fail to load, so each obstacle to signing in has a
 * screen.
 */
export default function Hosted({ path, clerk, children }: Props) {
  const { publishableKey = '', backends = [] } = useQuery(consoleConfigQuery()).data?.hosted ?? {}
  const host = readKeyHost(publishableKey)
  // With an invalid key the service never starts to load and reports no error.
  if (host === undefined) return <InvalidKey isMissing={publishableKey === ''} />
  return (
    <ClerkProvider
      publishableKey={publishableKey}
      signInUrl={signInPaths.login}
      signUpUrl={signInPaths.registration}
      afterSignOutUrl={signInPaths.login}
      routerPush={(to) => go(to, false)}
      routerReplace={(to) => go(to, true)}
      telemetry={false}
      {...(clerk ? { Clerk: clerk } : {})}
    >
      <HostedStages host={host}>
        <Inside path={path} backends={backends}>
          {children}
        </Inside>
      </HostedStages>
    </ClerkProvider>
  )
}

/** Shows the screens while the service loads and if it fails, else `children`. */
export function HostedStages({ host, children }: { host: string; children: ReactNode }) {
  const status = useStatus()
  if (status === 'loading') return <LoadingService host={host} onRetry={reload} />
  return status === 'error' ? <UnreachableService host={host} onRetry={reload} /> : children
}

/** Reads the status itself: the provider misses a change before its effects run, and would then stay at `loading`. */
function useStatus() {
  const clerk = useClerk()
  const subscribe = useCallback(
    (listener: () => void) => {
      clerk.on('status', listener)
      return () => clerk.off('status', listener)
    },
    [clerk]
  )
  return useSyncExternalStore(subscribe, () => clerk.status)
}

function Inside({ path, backends, children }: { path: string; backends: readonly string[]; children: ReactNode }) {
  const { isLoaded } = useSignedInUser()
  if (!isLoaded) return <SigningIn />
  const page = hostedPage(path)
  return page ? <HostedPage page={page} /> : <OrganisationMember backends={backends}>{children}</OrganisationMember>
}

const reload = () => location.reload()

/** Follows a redirect of the service, only within this origin. */
function go(to: string, replace: boolean): void {
  const url = new URL(to, location.origin)
  if (url.origin === location.origin) navigate(`${url.pathname}${url.search}${url.hash}`, { replace })
}
