import { useOrganization, useUser } from '@clerk/react'

/**
 * The signed-in user, even if a step remains, and the organisation. `useAuth` is not suitable: it reports users who have
 * to choose an organisation as signed out, and throws while there is no token, for example without a network.
 */
export function useSignedInUser() {
  const { isLoaded, user } = useUser()
  const { organization } = useOrganization()
  return { isLoaded, isSignedIn: Boolean(user), userId: user?.id, organisation: organization ?? undefined }
}
