import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import type { SessionMode } from '@/api/sign-in/session'
import { signInPaths } from '@/shared/pages/sign-in'
import { ErrorPage } from './error'
import { Login } from './login'
import { Recovery, Registration, Verification } from './other-flows'
import { PasswordSignIn } from './password-sign-in'
import { StateChecker } from './state-checker'

const pages: Readonly<Record<string, ComponentType>> = {
  [signInPaths.login]: Login,
  [signInPaths.registration]: Registration,
  [signInPaths.recovery]: Recovery,
  [signInPaths.verification]: Verification,
  [signInPaths.error]: ErrorPage,
  [signInPaths.stateChecker]: StateChecker,
}

/** The pages for users who are not fully signed in. They are outside the shell. */
export default function SignIn({ mode = 'kratos' }: { mode?: SessionMode }) {
  const [path] = useLocation()
  if (mode === 'password') return <PasswordSignIn />
  const Page = pages[path.replace(/\/+$/, '').toLowerCase()]
  return Page ? <Page key={path} /> : null
}
