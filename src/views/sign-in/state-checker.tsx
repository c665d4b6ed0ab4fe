import { useEffect, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { whoIsSignedIn } from '../../api/session'
import { paths } from '../../lib/paths'
import { returnTo, withReturn } from '../../lib/return-to'
import { Button } from '../../ui/button'
import { endingState, wasSignedIn } from '../shell/access/session'
import { Frame } from './frame'
import { Messages } from './messages'
import css from './sign-in.module.css'

/** A path that is refused again this soon, by a backend whose sign-in says all is well, would be refused for ever. */
const AGAIN_MS = 30_000
const KEY = 'auth-state-checker'

/** A call was refused. Finds out whether that is for want of a session, and goes on from there. */
export function StateChecker() {
  const [attempt, setAttempt] = useState(0)
  return (
    <Frame title="Checking your session" isRead>
      <Attempt key={attempt} onRetry={() => setAttempt(attempt + 1)} />
    </Frame>
  )
}

function Attempt({ onRetry }: { onRetry: () => void }) {
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const abort = new AbortController()
    const look = async () => {
      try {
        const to = await whereTo(abort.signal)
        const ending = to.startsWith(paths.login) && wasSignedIn() ? 'ended' : undefined
        if (!abort.signal.aborted) navigate(to, { replace: true, state: endingState(ending) })
      } catch (error) {
        if (!abort.signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
      }
    }
    void look()
    return () => abort.abort()
  }, [])
  const messages = useMemo(() => [{ type: 'error' as const, text: problem ?? '' }], [problem])
  if (problem === undefined) return <p className={css.waiting}>Loading…</p>
  return (
    <>
      <Messages messages={messages} isFocusTaken />
      <Button className={css.wide} tone="primary" onPress={onRetry}>
        Try again
      </Button>
    </>
  )
}

async function whereTo(signal: AbortSignal): Promise<string> {
  const back = returnTo(new URLSearchParams(location.search).get('return_to'), location.origin)
  const path = back.slice(location.origin.length)
  const session = await whoIsSignedIn(signal)
  if (session.is === 'signedOut') return withReturn(paths.login, path)
  if (session.is === 'secondFactor') return withReturn(`${paths.login}?aal=aal2`, path)
  // Aborted, it counts for nothing.
  if (!signal.aborted && wasHereWith(path)) return withReturn(`${paths.error}?error_code=BAD_SESSION`, path)
  return back
}

/** Whether this path came here moments ago; from now on it did. */
function wasHereWith(path: string): boolean {
  const [at, before] = (sessionStorage.getItem(KEY) ?? '').split(' ', 2)
  sessionStorage.setItem(KEY, `${Date.now()} ${path}`)
  return before === path && Date.now() - Number(at) < AGAIN_MS
}
