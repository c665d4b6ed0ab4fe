import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { consoleConfigQuery } from '@/api/config'
import type { ApiError } from '@/api/http'
import { currentSession, isSessionMode, type SessionMode } from '@/api/sign-in/session'
import { isSignInPage, signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { Button } from '@/ui/button'
import { storeAllDrafts } from '@/ui/form/drafts'
import { Landmark } from '@/ui/landmark'
import { Notice } from '@/ui/notice'
import { useDocumentTitle } from '../page/use-document-title'
import {
  recordSessionOwner,
  type SessionEnding,
  toHistoryState,
  dropFetchedData,
  onSessionEvent,
  hadSession,
} from './session'

type Props = {
  path: string
  /** A public page has no signed-in user. */
  isPublic: boolean
  /** The sign-in pages. */
  signIn: ReactNode
  /** The sign-in pages of a hosted service, with the console behind them. */
  hosted: ReactNode
  children: ReactNode
}

/** Shows nothing until the session is known. Data requested earlier is dropped if there is no session. */
export function SignInGate({ path, isPublic, signIn, hosted, children }: Props) {
  const { data, error, refetch } = useQuery(consoleConfigQuery())
  if (isPublic) return children
  if (!data) return error && <SessionUnknown error={error} onRetry={() => void refetch()} />
  if (data.signIn === 'hosted') return hosted
  const { signIn: mode } = data
  if (!isSessionMode(mode)) return children
  if (isSignInPage(path)) return signIn
  return (
    <SessionGate key={mode} mode={mode} onRetry={() => void refetch()}>
      {children}
    </SessionGate>
  )
}

type GateProps = {
  mode: SessionMode
  /** Asks for the way to sign in again: the backend may not have answered when the page was served. */
  onRetry: () => void
  children: ReactNode
}

function SessionGate({ mode, onRetry, children }: GateProps) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(currentSession(mode))
  const retry = () => {
    onRetry()
    void refetch()
  }
  const identity = data?.is === 'active' ? data.identity : undefined
  const state = data?.is
  useEffect(() => {
    if (identity !== undefined) recordSessionOwner(identity)
  }, [identity])
  useEffect(() => {
    // Data requested or shown so far must not reach the next user who signs in.
    if (state === 'signedOut' || state === 'secondFactor') dropFetchedData(queries)
    if (state === 'signedOut') navigateToSignIn(signInPaths.login, hadSession() ? 'ended' : undefined)
    if (state === 'secondFactor') navigateToSignIn(`${signInPaths.login}?aal=aal2`)
  }, [state, queries])
  useEffect(
    () =>
      onSessionEvent((news) => {
        if (news === 'in') return void refetch()
        // The data of the user who signed out must not stay in this tab.
        dropFetchedData(queries)
        navigateToSignIn(signInPaths.login, 'elsewhere')
      }),
    [queries, refetch]
  )
  // If the request fails after an earlier response, that response stays valid: a short outage must not sign users out.
  if (!data) return error && <SessionUnknown error={error} onRetry={retry} />
  // The key discards all state when another user signs in.
  return data.is === 'active' || data.is === 'unneeded' ? <Only key={identity}>{children}</Only> : null
}

const Only = ({ children }: { children: ReactNode }) => children

const here = () => `${location.pathname}${location.search}${location.hash}`

/** Opens a sign-in page. Signing in returns to this address and restores the input of its forms. */
export function navigateToSignIn(page: string, ending?: SessionEnding): void {
  storeAllDrafts()
  navigate(addReturnTo(page, here()), { replace: true, state: toHistoryState(ending) })
}

/**
 * Handles a request that was refused for lack of a session. Many can fail together: the first opens the state checker,
 * and the others then do nothing, because the state checker is a sign-in page.
 */
export function checkSession(): void {
  if (!isSignInPage(location.pathname)) navigateToSignIn(signInPaths.stateChecker)
}

function SessionUnknown({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  useDocumentTitle('Error')
  return (
    <Landmark as="main" label="Error" id="main">
      <h1 className="visually-hidden">Error</h1>
      <Notice
        tone="bad"
        title="Could not find out who is signed in"
        actions={
          <Button tone="primary" onPress={onRetry}>
            Try again
          </Button>
        }
      >
        {error.message.trim() || 'Something went wrong'}
      </Notice>
    </Landmark>
  )
}
