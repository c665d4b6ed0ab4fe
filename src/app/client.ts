import { createQueryClient } from '../api/client'
import { consoleConfigQuery } from '../api/config'
import { currentSession, isSessionMode, type SessionMode } from '../api/sign-in/session'
import { isPublicPath } from '../shared/routing/registry'
import { checkSession } from '../views/shared/access/sign-in-gate'
import { reportError } from './journal'

export const queryClient = createQueryClient({ signedOut: handleSignedOut })

/** Reported only once: when a session ends, all requests of a page fail at the same time. */
let isSignedOut = false
function handleSignedOut() {
  const mode = queryClient.getQueryData(consoleConfigQuery().queryKey)?.signIn
  // Only a public page sends requests before the configuration is known.
  if (mode === undefined) return
  if (isSessionMode(mode) || mode === 'hosted') {
    // A public page shows inaccessible data as unavailable.
    if (!isPublicPath(location.pathname) && (mode === 'hosted' || isSignedIn(mode))) checkSession()
    return
  }
  if (isSignedOut) return
  isSignedOut = true
  reportError('You are no longer signed in. Reload the page to sign in again.')
}

/** Early requests can be refused before the session is known. The gate then checks the session. */
function isSignedIn(mode: SessionMode): boolean {
  const session = queryClient.getQueryData(currentSession(mode).queryKey)
  return session?.is === 'active' || session?.is === 'unneeded'
}
