import { createClient } from '../api/client'
import { config } from '../api/config'
import { isPublic } from '../lib/paths'
import { checkSession } from '../views/shell/access/gate'
import { reportError } from './journal'

export const client = createClient({ signedOut })

/** Once: every request of a screen fails together when a session ends. */
let isSignedOut = false
function signedOut() {
  const mode = client.getQueryData(config().queryKey)?.signIn
  if (mode === 'kratos' || mode === 'hosted') {
    // A public page shows what it cannot have as not available.
    if (!isPublic(location.pathname)) checkSession(mode)
    return
  }
  if (isSignedOut) return
  isSignedOut = true
  reportError('You are not signed in any more. Reload the page to sign in again.')
}
