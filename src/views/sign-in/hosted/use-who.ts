import { useOrganization, useUser } from '@clerk/react'

/**
 * The signed-in person, even if a step is still to be done, and the organisation. Not `useAuth`: it takes a person who
 * has to choose an organisation as signed out, and throws while there is no token, for example without a network.
 */
export function useWho() {
  const { isLoaded, user } = useUser()
  const { organization } = useOrganization()
  return { isLoaded, isSignedIn: Boolean(user), userId: user?.id, organisation: organization ?? undefined }
}
