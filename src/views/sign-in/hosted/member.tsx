import { useClerk } from '@clerk/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { ApiError } from '@/api/http'
import { currentRoute } from '@/api/sign-in/route'
import { whoami } from '@/api/sign-in/whoami'
import { readOrganisationBackend } from '@/shared/sign-in/hosted'
import { signInPaths } from '@/shared/pages/sign-in'
import { navigateToSignIn } from '../../shared/access/sign-in-gate'
import { HostedAccountContext } from '../../shared/access/hosted-account'
import { recordSessionOwner, dropFetchedData } from '../../shared/access/session'
import { useStore } from '../../shared/stores'
import { HostedMenu } from './menu'
import { OrganisationPicker, ExitLinks } from './organisation-controls'
import { EntryError, Provisioning, Redirect, SigningIn } from './screens'
import { useSignOut } from './use-sign-out'
import { useSignedInUser } from './use-signed-in-user'

type Props = { backends: readonly string[]; children: ReactNode }

/** Shows the console to members of an organisation with a working backend. */
export function OrganisationMember({ backends, children }: Props) {
  const { isSignedIn, userId, organisation } = useSignedInUser()
  const { session } = useClerk()
  const task = session?.currentTask?.key
  // For users without an organisation the remaining step is choosing one in the picker.
  // A remaining step of signing in is, for example, a second factor that the organisation requires.
  if (isSignedIn && task !== undefined && task !== 'choose-organization')
    return <Redirect to={`${signInPaths.login}/tasks/${encodeURIComponent(task)}`} />
  if (!isSignedIn) return <SignedOut />
  if (!organisation) return <OrganisationPicker />
  const owner = `${userId} ${organisation.id}`
  return (
    <Organisation key={owner} owner={owner} organisation={organisation} backends={backends}>
      {children}
    </Organisation>
  )
}

function SignedOut() {
  const queries = useQueryClient()
  useEffect(() => {
    dropFetchedData(queries)
    navigateToSignIn(signInPaths.login)
  }, [queries])
  return <SigningIn />
}

type Organisation = NonNullable<ReturnType<typeof useSignedInUser>['organisation']>
type OrganisationProps = Props & {
  /** Identifies the user and the organisation that input and data belong to. */
  owner: string
  organisation: Organisation
}

function Organisation({ owner, organisation, backends, children }: OrganisationProps) {
  useEffect(() => recordSessionOwner(owner), [owner])
  const backend = readOrganisationBackend(organisation.publicMetadata, backends)
  const reload = () => organisation.reload().catch(() => undefined)
  switch (backend.is) {
    case 'none':
      return <Provisioning onCheck={reload} links={<ExitLinks />} />
    case 'wrong':
      return (
        <EntryError
          title={`Could not open ${organisation.name}`}
          why={backend.why}
          onRetry={() => void reload()}
          links={<ExitLinks />}
        />
      )
    default: {
      const base = backend.is === 'direct' ? backend.base : undefined
      return (
        <Backend key={base} owner={owner} base={base}>
          {children}
        </Backend>
      )
    }
  }
}

type BackendProps = { owner: string; base: string | undefined; children: ReactNode }

/** Sends all requests to the backend of this organisation, from before the first one until it is left. */
function Backend({ owner, base, children }: BackendProps) {
  const queries = useQueryClient()
  const clerk = useClerk()
  const current = useStore(currentRoute)
  useEffect(() => {
    const left = new AbortController()
    const template = base === undefined ? {} : { template: 'Backend' }
    currentRoute.set({
      owner,
      ...(base !== undefined && { base }),
      signal: left.signal,
      token: async (isFresh) => (await clerk.session?.getToken({ ...template, skipCache: isFresh })) ?? undefined,
    })
    return () => {
      left.abort()
      currentRoute.set(undefined)
      dropFetchedData(queries)
    }
  }, [owner, base, clerk, queries])
  return current?.owner === owner && current.base === base ? <Console>{children}</Console> : <SigningIn />
}

const isNotThere = ({ status }: ApiError) => status === 404 || status >= 500

function Console({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(whoami())
  const signOut = useSignOut()
  const account = useMemo(() => ({ Menu: HostedMenu, signOut }), [signOut])
  if (data) return <HostedAccountContext value={account}>{children}</HostedAccountContext>
  // A refused session leads to the state checker.
  if (!error || error.status === 401) return <SigningIn />
  if (isNotThere(error)) return <Provisioning onCheck={refetch} links={<ExitLinks />} />
  return (
    <EntryError
      title="Could not find out who is signed in"
      why={error.message.trim() || 'Something went wrong'}
      onRetry={() => void refetch()}
      links={<ExitLinks />}
    />
  )
}
