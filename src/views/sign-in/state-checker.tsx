import { useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { readCurrentSession, type SessionMode } from '@/api/sign-in/session'
import { signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { Button } from '../../ui/button'
import { useAbortable } from '../../ui/hooks'
import { toHistoryState, hadSession } from '../shared/access/session'
import { SignInFrame } from './frame'
import { MessageList } from './messages'
import css from './sign-in.module.css'

/** Milliseconds. If the backend refuses a path again within this time with a valid session, retrying would loop. */
const AGAIN_MS = 30_000
const KEY = 'auth-state-checker'

/** Opened after a refused request: checks the session, and redirects accordingly. */
export function StateChecker({ mode = 'kratos' }: { mode?: SessionMode }) {
  const [attempt, setAttempt] = useState(0)
  return (
    <SignInFrame title="Checking your session" isRead>
      <Attempt key={attempt} mode={mode} onRetry={() => setAttempt(attempt + 1)} />
    </SignInFrame>
  )
}

function Attempt({ mode, onRetry }: { mode: SessionMode; onRetry: () => void }) {
  const [problem, setProblem] = useState<string>()
  useAbortable(async (signal) => {
    try {
      const to = await whereTo(mode, signal)
      const ending = to.startsWith(signInPaths.login) && hadSession() ? 'ended' : undefined
      if (!signal.aborted) navigate(to, { replace: true, state: toHistoryState(ending) })
    } catch (error) {
      if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
    }
  })
  const messages = useMemo(() => [{ type: 'error' as const, text: problem ?? '' }], [problem])
  if (problem === undefined) return <p className={css.waiting}>Loading…</p>
  return (
    <>
      <MessageList messages={messages} isFocusTaken />
      <Button className={css.wide} tone="primary" onPress={onRetry}>
        Try again
      </Button>
    </>
  )
}

async function whereTo(mode: SessionMode, signal: AbortSignal): Promise<string> {
  const back = resolveReturnTo(new URLSearchParams(location.search).get('return_to'), location.origin)
  const path = back.slice(location.origin.length)
  const session = await readCurrentSession(mode, signal)
  if (session.is === 'signedOut') return addReturnTo(signInPaths.login, path)
  if (session.is === 'secondFactor') return addReturnTo(`${signInPaths.login}?aal=aal2`, path)
  // An aborted check must not be recorded.
  if (!signal.aborted && wasCheckedBefore(path)) return addReturnTo(`${signInPaths.error}?error_code=BAD_SESSION`, path)
  return back
}

/** Whether this path was checked moments ago. Records this check. */
function wasCheckedBefore(path: string): boolean {
  const [at, before] = (sessionStorage.getItem(KEY) ?? '').split(' ', 2)
  sessionStorage.setItem(KEY, `${Date.now()} ${path}`)
  return before === path && Date.now() - Number(at) < AGAIN_MS
}
