import { createClient } from '../api/client'
import { config } from '../api/config'
import { currentSession } from '../api/session'
import { isPublic } from '../lib/paths'
import { checkSession } from '../views/shell/access/gate'
import { reportError } from './journal'

export const client = createClient({ signedOut })

/** Reported once only: when a session ends, every request of a page fails at the same time. */
let isSignedOut = false
function signedOut() {
  const mode = client.getQueryData(config().queryKey)?.signIn
  // Only a public page sends requests before the configuration is known.
  if (mode === undefined) return
  if (mode === 'kratos' || mode === 'hosted') {
    // A public page shows data that it may not read as not available.
    if (!isPublic(location.pathname) && (mode === 'hosted' || isLetIn())) checkSession(mode)
    return
  }
  if (isSignedOut) return
  isSignedOut = true
  reportError('You are no longer signed in. Reload the page to sign in again.')
}

/** Early requests can be refused before the session is known. The gate then finds out whether somebody is signed in. */
function isLetIn(): boolean {
  const session = client.getQueryData(currentSession().queryKey)
  return session?.is === 'active' || session?.is === 'unneeded'
}
