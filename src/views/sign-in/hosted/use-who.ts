import { useOrganization, useUser } from '@clerk/react'

/**
 * Who is signed in, be it that a step is left, and for which organisation. `useAuth` would take somebody who is about to
 * choose an organisation for signed out, and throws while there is no token yet, as without a network.
 */
export function useWho() {
  const { isLoaded, user } = useUser()
  const { organization } = useOrganization()
  return { isLoaded, isSignedIn: Boolean(user), userId: user?.id, organisation: organization ?? undefined }
}
