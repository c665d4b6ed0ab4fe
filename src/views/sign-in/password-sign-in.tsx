import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { Flow, FlowInput, FlowMessage, FlowScalar } from '@/api/sign-in/flow'
import { signInWithPassword } from '@/api/sign-in/password'
import { readCurrentSession } from '@/api/sign-in/session'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { signInPaths } from '@/shared/pages/sign-in'
import { useAbortable } from '../../ui/hooks'
import { dropFetchedData, notifyOtherTabs, onSessionEvent } from '../shared/access/session'
import { recordNavigation } from '../shared/page/first-page'
import { endingMessage } from './endings'
import { ErrorPage } from './error'
import type { FieldInput } from './flow-body'
import { FlowStage } from './flow-stage'
import { SignInFrame } from './frame'
import css from './sign-in.module.css'
import { StateChecker } from './state-checker'
import type { FlowPage, SendResult } from './use-flow'

/** The sign-in pages for a backend that checks passwords itself and has no accounts to register or recover. */
export function PasswordSignIn() {
  const [path] = useLocation()
  switch (path.replace(/\/+$/, '').toLowerCase()) {
    case signInPaths.login:
      return <PasswordLogin />
    case signInPaths.error:
      return <ErrorPage mode="password" />
    case signInPaths.stateChecker:
      return <StateChecker mode="password" />
    default:
      return <Redirect to={`${signInPaths.login}${location.search}`} replace />
  }
}

const TITLE = 'Sign In to your account'

function PasswordLogin() {
  const page = usePasswordFlow()
  const [openingReason] = useState(() => endingMessage(history.state))
  return (
    <SignInFrame title={TITLE}>
      <FlowStage page={page} label={TITLE} openingReason={openingReason} />
      <p className={css.term}>The backend keeps the passwords. Its administrator can give you a new one.</p>
    </SignInFrame>
  )
}

/** The form that the backend does not describe, in the format of an identity service. */
function usePasswordFlow(): FlowPage {
  const queries = useQueryClient()
  const [flow, setFlow] = useState<Flow>(() => passwordFlow([]))
  const typed = useRef<FieldInput>({})
  const leave = useCallback(() => {
    // Cached data may belong to another user, or lack data that this user has access to.
    dropFetchedData(queries)
    recordNavigation()
    const to = resolveReturnTo(new URLSearchParams(location.search).get('return_to'), location.origin)
    if (new URL(to).pathname.startsWith('/api/')) location.assign(to)
    else navigate(to, { replace: true })
  }, [queries])
  useAbortable(async (signal) => {
    // The form stays if the session is unknown: signing in shows why.
    const session = await readCurrentSession('password', signal).catch(() => undefined)
    if (session?.is === 'active' && !signal.aborted) leave()
  })
  useEffect(() => onSessionEvent((news) => news === 'in' && leave()), [leave])

  const send = async ({ username, password }: Readonly<Record<string, FlowScalar>>): Promise<SendResult> => {
    const refusal = await signIn(String(username), String(password))
    if (refusal === undefined) {
      notifyOtherTabs('in')
      leave()
      return { is: 'left' }
    }
    const refused = passwordFlow([{ id: 0, type: 'error', text: refusal }])
    setFlow(refused)
    return { is: 'shown', flow: refused }
  }
  return {
    stage: { is: 'flow', flow, restartReason: undefined },
    back: undefined,
    typed,
    send,
    restart: () => setFlow(passwordFlow([])),
  }
}

/** @returns why the backend refused, or undefined */
async function signIn(username: string, password: string): Promise<string | undefined> {
  if (username.includes(':')) return 'A user name contains no colon.'
  try {
    const result = await signInWithPassword(username, password)
    return result.is === 'refused' ? result.message : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const input = (name: string, type: string, label: string, more: Partial<FlowInput> = {}): FlowInput => ({
  is: 'input',
  group: 'password',
  name,
  type,
  label,
  value: '',
  messages: [],
  isRequired: true,
  isDisabled: false,
  autocomplete: '',
  pattern: '',
  maxLength: undefined,
  options: [],
  trigger: undefined,
  ...more,
})

const nodes = [
  input('username', 'text', 'User name', { autocomplete: 'username' }),
  input('password', 'password', 'Password', { autocomplete: 'current-password' }),
  input('method', 'submit', 'Sign in', { value: 'password', isRequired: false }),
]

const passwordFlow = (messages: FlowMessage[]): Flow => ({
  id: 'password',
  expiresAt: undefined,
  returnTo: undefined,
  state: 'choose_method',
  isRefresh: false,
  level: 'aal1',
  nodes,
  messages,
  continueWith: [],
  identity: undefined,
  unverified: undefined,
})
