import type { QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { ApiError } from '../../api/http'
import { consoleConfigQuery } from '@/api/config'
import { isSessionMode, type SessionMode } from '@/api/sign-in/session'
import { signOut } from '@/api/sign-in/sign-out'
import { signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { announce } from '../../ui/voice'
import { dropFetchedData, resetUserState, recordSignOut } from '../shared/access/session'

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

/** Ends the session in all tabs. Signing in again returns to this address. */
export async function signOutAllTabs(queries: QueryClient, onFailed: (error: Error) => void): Promise<void> {
  try {
    const mode = queries.getQueryData(consoleConfigQuery().queryKey)?.signIn
    if (isSessionMode(mode)) await signOut(mode)
  } catch (error) {
    return onFailed(error instanceof Error ? error : new Error(String(error)))
  }
  recordSignOut()
  navigate(addReturnTo(signInPaths.login, `${location.pathname}${location.search}${location.hash}`))
  resetUserState()
  // Waits until the page is removed, because its queries would send their requests again.
  requestAnimationFrame(() => dropFetchedData(queries))
}
