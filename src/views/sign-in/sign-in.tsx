import { useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useLocation } from 'wouter'
import { consoleConfigQuery } from '@/api/config'
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
export default function SignIn() {
  // The gate waits for the configuration before it shows these pages.
  const deployment = useQueryClient().getQueryData(consoleConfigQuery().queryKey)
  const [path] = useLocation()
  if (deployment?.signIn === 'password') return <PasswordSignIn />
  const Page = pages[path.replace(/\/+$/, '').toLowerCase()]
  return Page ? <Page key={path} /> : null
}
