import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type ConsoleConfig, config } from '../../../api/config'
import type { ApiError } from '../../../api/http'
import { currentSession, signOut } from '../../../api/session'
import { isSignInPage, paths } from '../../../lib/paths'
import { withReturn } from '../../../lib/return-to'
import { Button } from '../../../ui/button'
import { forgetDrafts, keepDrafts } from '../../../ui/form/drafts'
import { Landmark } from '../../../ui/landmark'
import { Notice } from '../../../ui/notice'
import { belongsTo, type Ending, endingState, forgetData, onOtherTabs, signedOutHere, wasSignedIn } from './session'

type Props = {
  path: string
  /** A public page asks nobody who they are. */
  isPublic: boolean
  /** The pages that sign in. */
  signIn: ReactNode
  /** The same, and the console behind them, where a hosted service signs people in. */
  hosted: ReactNode
  children: ReactNode
}

/** Nothing of the console is shown before it is known who may see it. What was asked for until then is kept only for them. */
export function Gate({ path, isPublic, signIn, hosted, children }: Props) {
  const { data, error, refetch } = useQuery(config())
  if (isPublic) return children
  if (!data) return error && <Unknown error={error} onRetry={() => void refetch()} />
  if (data.signIn === 'hosted') return hosted
  if (data.signIn !== 'kratos') return children
  return isSignInPage(path) ? signIn : <SessionGate>{children}</SessionGate>
}

function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(currentSession())
  const identity = data?.is === 'active' ? data.identity : undefined
  const state = data?.is
  useEffect(() => {
    if (identity !== undefined) belongsTo(identity)
  }, [identity])
  useEffect(() => {
    // What was asked for before this was known, or shown before it was so, is not for whoever comes next.
    if (state === 'signedOut' || state === 'secondFactor') forgetData(queries)
    if (state === 'signedOut') signInAgain(paths.login, wasSignedIn() ? 'ended' : undefined)
    if (state === 'secondFactor') signInAgain(`${paths.login}?aal=aal2`)
  }, [state, queries])
  useEffect(
    () =>
      onOtherTabs((news) => {
        if (news === 'in') return void refetch()
        // Nothing of what was theirs stays in this tab.
        forgetData(queries)
        signInAgain(paths.login, 'elsewhere')
      }),
    [queries, refetch]
  )
  // What was known stays while it cannot be renewed: a service that is away for a moment signs nobody out.
  if (!data) return error && <Unknown error={error} onRetry={() => void refetch()} />
  // Somebody else: nothing of what was drawn for the one before stays.
  return data.is === 'active' || data.is === 'unneeded' ? <Only key={identity}>{children}</Only> : null
}

const Only = ({ children }: { children: ReactNode }) => children

const here = () => `${location.pathname}${location.search}${location.hash}`

/** To a page that signs in, to come back here with what was typed. */
export function signInAgain(page: string, ending?: Ending): void {
  keepDrafts()
  navigate(withReturn(page, here()), { replace: true, state: endingState(ending) })
}

/** Ends the session, here and in the other tabs. Signing in again leads back to this place. */
export async function signOutHere(queries: QueryClient, onFailed: (error: Error) => void): Promise<void> {
  try {
    await signOut()
  } catch (error) {
    return onFailed(error instanceof Error ? error : new Error(String(error)))
  }
  signedOutHere()
  navigate(withReturn(paths.login, here()))
  forgetDrafts()
  // Last: what is on screen would ask again.
  requestAnimationFrame(() => forgetData(queries))
}

/**
 * A call was refused for want of a session. Many fail together, and one of them leads away: after it, this is a page
 * that signs in.
 */
export function checkSession(mode: ConsoleConfig['signIn'] | undefined): void {
  if ((mode !== 'kratos' && mode !== 'hosted') || isSignInPage(location.pathname)) return
  signInAgain(paths.stateChecker)
}

function Unknown({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  useEffect(() => {
    document.title = 'Error | Mission Control'
  }, [])
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
