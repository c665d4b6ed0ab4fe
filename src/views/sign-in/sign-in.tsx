import { useLocation } from 'wouter'
import { paths } from '../../lib/paths'
import { ErrorPage } from './error'
import { Login } from './login'
import { Recovery, Registration, Verification } from './other-flows'
import { StateChecker } from './state-checker'

const pages: Readonly<Record<string, () => React.ReactNode>> = {
  [paths.login]: Login,
  [paths.registration]: Registration,
  [paths.recovery]: Recovery,
  [paths.verification]: Verification,
  [paths.error]: ErrorPage,
  [paths.stateChecker]: StateChecker,
}

/** The pages of the identity service for users who are not fully signed in. They are outside the shell. */
export default function SignIn() {
  const [path] = useLocation()
  const Page = pages[path.replace(/\/+$/, '').toLowerCase()]
  return Page ? <Page key={path} /> : null
}
