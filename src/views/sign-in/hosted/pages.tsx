import { SignIn, SignUp, UserProfile } from '@clerk/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { ORGANISATION_SWITCHED_PATH, profilePage, signInPaths } from '@/shared/pages/sign-in'
import { HOME_PATH, addReturnTo } from '@/lib/sign-in/add-return-to'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { dropFetchedData } from '../../shared/access/session'
import { SessionError } from '../error'
import { SignInFrame } from '../frame'
import css from '../sign-in.module.css'
import { ExitLinks } from './organisation-controls'
import { Redirect, SigningIn } from './screens'
import { useSignedInUser } from './use-signed-in-user'

/** The pages of a hosted sign-in. The service's forms have subpages below the first three. */
const pages: Readonly<Record<string, () => ReactNode>> = {
  [signInPaths.login]: Login,
  [signInPaths.registration]: Registration,
  [profilePage.path]: Profile,
  // The service handles both as steps of signing in.
  [signInPaths.recovery]: () => <Redirect to={signInPaths.login} />,
  [signInPaths.verification]: () => <Redirect to={signInPaths.login} />,
  [signInPaths.stateChecker]: StateChecker,
  [signInPaths.error]: Problem,
  [ORGANISATION_SWITCHED_PATH]: OrganisationSwitched,
}

const nested = [signInPaths.login, signInPaths.registration, profilePage.path]

/** The sign-in page that a path belongs to, if any. */
export function hostedPage(path: string): string | undefined {
  const plain = path.replace(/\/+$/, '').toLowerCase()
  if (Object.hasOwn(pages, plain)) return plain
  return nested.find((page) => plain.startsWith(`${page}/`))
}

export function HostedPage({ page }: { page: string }) {
  const Page = pages[page]
  return Page ? <Page key={page} /> : null
}

const param = (name: string) => new URLSearchParams(location.search).get(name)
const loading = <p className={css.waiting}>Loading…</p>

function Login() {
  const { isSignedIn } = useSignedInUser()
  const back = resolveReturnTo(param('return_to'), location.origin)
  // Remaining steps after signing in have pages below this one.
  const hasSteps = /\/tasks(?:\/|$)/.test(location.pathname)
  if (isSignedIn && !hasSteps) return <Redirect to={back} />
  return (
    <SignInFrame title="Sign In to your account" width="wide">
      <div className={css.foreign}>
        <SignIn
          routing="path"
          path={signInPaths.login}
          signUpUrl={addReturnTo(signInPaths.registration, back.slice(location.origin.length))}
          forceRedirectUrl={back}
          fallback={loading}
        />
      </div>
    </SignInFrame>
  )
}

function Registration() {
  const { isSignedIn } = useSignedInUser()
  const back = resolveReturnTo(param('return_to'), location.origin)
  if (isSignedIn) return <Redirect to={back} />
  return (
    <SignInFrame title="Create account" width="wide">
      <div className={css.foreign}>
        <SignUp
          routing="path"
          path={signInPaths.registration}
          signInUrl={addReturnTo(signInPaths.login, back.slice(location.origin.length))}
          forceRedirectUrl={back}
          fallback={loading}
        />
      </div>
    </SignInFrame>
  )
}

function Profile() {
  const { isSignedIn } = useSignedInUser()
  if (!isSignedIn) return <Redirect to={addReturnTo(signInPaths.login, profilePage.path)} />
  return (
    <SignInFrame title="Your profile" width="full" links={<Link href={HOME_PATH}>Back to the console</Link>} isRead>
      <div className={css.foreign}>
        <UserProfile routing="path" path={profilePage.path} fallback={loading} />
      </div>
    </SignInFrame>
  )
}

/** Also opened after a new token was refused. The user is then signed in with a session that the backend rejects. */
function StateChecker() {
  const { isSignedIn } = useSignedInUser()
  const back = resolveReturnTo(param('return_to'), location.origin).slice(location.origin.length)
  return (
    <Redirect to={addReturnTo(isSignedIn ? `${signInPaths.error}?error_code=BAD_SESSION` : signInPaths.login, back)} />
  )
}

function Problem() {
  const { isSignedIn } = useSignedInUser()
  const isBad = param('error_code') === 'BAD_SESSION'
  return (
    <SessionError isBad={isBad} back={param('return_to') ?? undefined} links={isBad && isSignedIn && <ExitLinks />} />
  )
}

/** Opened after a change of the organisation. Drops all data of the previous one. */
function OrganisationSwitched() {
  const queries = useQueryClient()
  useEffect(() => {
    void queries.cancelQueries()
    dropFetchedData(queries)
    navigate(HOME_PATH, { replace: true })
  }, [queries])
  return <SigningIn />
}
