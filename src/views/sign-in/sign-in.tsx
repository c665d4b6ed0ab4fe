import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { signInPaths } from '@/shared/pages/sign-in'
import { ErrorPage } from './error'
import { Login } from './login'
import { Recovery, Registration, Verification } from './other-flows'
import { StateChecker } from './state-checker'

const pages: Readonly<Record<string, ComponentType>> = {
  [signInPaths.login]: Login,
  [signInPaths.registration]: Registration,
  [signInPaths.recovery]: Recovery,
  [signInPaths.verification]: Verification,
  [signInPaths.error]: ErrorPage,
  [signInPaths.stateChecker]: StateChecker,
}

/** The pages of the identity service for users who are not fully signed in. They are outside the shell. */
export default function SignIn() {
  const [path] = useLocation()
  const Page = pages[path.replace(/\/+$/, '').toLowerCase()]
  return Page ? <Page key={path} /> : null
}
