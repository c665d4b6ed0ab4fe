import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { Redirect, useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { z } from 'zod/mini'
import { signInWithPassword } from '@/api/sign-in/password'
import { readCurrentSession } from '@/api/sign-in/session'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { signInPaths } from '@/shared/pages/sign-in'
import { Button } from '../../ui/button'
import { Bind } from '../../ui/form/bind'
import { PasswordField } from '../../ui/form/fields/password'
import { TextField } from '../../ui/form/fields/text'
import { Form } from '../../ui/form/form'
import type { Rejection } from '../../ui/form/form-context'
import { useAbortable } from '../../ui/hooks'
import { dropFetchedData, notifyOtherTabs, onSessionEvent } from '../shared/access/session'
import { recordNavigation } from '../shared/page/first-page'
import { endingMessage } from './endings'
import { ErrorPage } from './error'
import { SignInFrame } from './frame'
import { MessageList } from './messages'
import css from './sign-in.module.css'
import { StateChecker } from './state-checker'

/** The sign-in pages for a backend that checks passwords itself and has no accounts to register or recover. */
export default function PasswordSignIn() {
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

// Spaces are part of a password, and of the user name that the password file lists.
const credentials = z.object({
  username: z
    .string()
    .check(z.minLength(1, 'Enter your user name'), z.regex(/^[^:]*$/, 'A user name contains no colon')),
  password: z.string().check(z.minLength(1, 'Enter your password')),
})

const TITLE = 'Sign In to your account'

function PasswordLogin() {
  const queries = useQueryClient()
  const form = useRef<HTMLDivElement>(null)
  const messages = useMemo(() => {
    const text = endingMessage(history.state)
    return text === undefined ? [] : [{ type: 'info' as const, text }]
  }, [])
  const leave = useCallback(() => {
    // Cached data may belong to another user, or lack data that this user has access to.
    dropFetchedData(queries)
    recordNavigation()
    const to = resolveReturnTo(new URLSearchParams(location.search).get('return_to'), location.origin)
    if (new URL(to).pathname.startsWith('/api/')) location.assign(to)
    else navigate(to, { replace: true })
  }, [queries])
  useAbortable(async (signal) => {
    const session = await readCurrentSession('password', signal).catch(() => undefined)
    if (session?.is === 'active' && !signal.aborted) leave()
  })
  useEffect(() => onSessionEvent((news) => news === 'in' && leave()), [leave])
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  const signIn = async ({ username, password }: z.output<typeof credentials>): Promise<Rejection | void> => {
    const result = await signInWithPassword(username, password)
    if (result.is === 'refused') {
      const field = form.current?.querySelector<HTMLInputElement>('[data-secret]')
      field?.focus()
      field?.select()
      return { message: result.message }
    }
    notifyOtherTabs('in')
    leave()
  }
  return (
    <SignInFrame title={TITLE}>
      <MessageList messages={messages} isFocusTaken />
      <div ref={form}>
        <Form
          label={TITLE}
          schema={credentials}
          defaultValues={{ username: '', password: '' }}
          onSubmit={signIn}
          actions={
            <Button className={css.wide} tone="primary" type="submit">
              Sign in
            </Button>
          }
        >
          <Bind<string> name="username">
            {(bound) => (
              <TextField {...bound} label="User name" isRequired autoComplete="username" kind="text" isMono />
            )}
          </Bind>
          <Bind<string> name="password">
            {(bound) => <PasswordField {...bound} label="Password" isRequired autoComplete="current-password" />}
          </Bind>
        </Form>
      </div>
      <p className={css.term}>The backend keeps the passwords. Its administrator can give you a new one.</p>
    </SignInFrame>
  )
}
