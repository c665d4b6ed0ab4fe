import { navigate } from 'wouter/use-browser-location'
import { ApiError } from '../../api/http'
import { signOut } from '../../api/session'
import { paths } from '../../lib/paths'
import { withReturn } from '../../lib/return-to'
import { announce } from '../../ui/voice'
import { forgetPerson, signedOutHere } from '../shell/access/session'

/** Signs out from a page outside the shell, and opens the sign-in page. */
export async function leave(back: string | undefined): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return announce(`Could not sign out. ${error.message}`, { urgent: true })
  }
  forgetPerson()
  signedOutHere()
  navigate(back === undefined ? paths.login : withReturn(paths.login, back))
}
