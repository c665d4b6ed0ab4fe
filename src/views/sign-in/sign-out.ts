import { navigate } from 'wouter/use-browser-location'
import { ApiError } from '../../api/http'
import { type SessionMode, signOut } from '@/api/sign-in/session'
import { signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { announce } from '../../ui/voice'
import { resetUserState, recordSignOut } from '../shared/access/session'

/** Signs out from a page outside the shell, and opens the sign-in page. */
export async function signOutAndLeave(back: string | undefined, mode: SessionMode = 'kratos'): Promise<void> {
  try {
    await signOut(mode)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return announce(`Could not sign out. ${error.message}`, { urgent: true })
  }
  resetUserState()
  recordSignOut()
  navigate(back === undefined ? signInPaths.login : addReturnTo(signInPaths.login, back))
}
