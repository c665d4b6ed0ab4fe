import { createClient } from '../api/client'
import { config } from '../api/config'
import { currentSession } from '../api/session'
import { isPublic } from '../lib/paths'
import { checkSession } from '../views/shell/access/gate'
import { reportError } from './journal'

export const client = createClient({ signedOut })

/** Once: every request of a screen fails together when a session ends. */
let isSignedOut = false
function signedOut() {
  const mode = client.getQueryData(config().queryKey)?.signIn
  // Only a public page asks before that is known.
  if (mode === undefined) return
  if (mode === 'kratos' || mode === 'hosted') {
    // A public page shows what it cannot have as not available.
    if (!isPublic(location.pathname) && (mode === 'hosted' || isLetIn())) checkSession(mode)
    return
  }
  if (isSignedOut) return
  isSignedOut = true
  reportError('You are not signed in any more. Reload the page to sign in again.')
}

/** What is asked ahead may be refused before it is known whether somebody is signed in. That is for the gate to find out. */
function isLetIn(): boolean {
  const session = client.getQueryData(currentSession().queryKey)
  return session?.is === 'active' || session?.is === 'unneeded'
}
