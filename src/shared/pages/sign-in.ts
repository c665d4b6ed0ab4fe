import { definePage } from '../routing/page'

/** Addresses of the identity service outside the shell, where the user is not fully signed in. */
export const signInPaths = {
  login: '/login',
  registration: '/registration',
  recovery: '/recovery',
  verification: '/verification',
  /** An error during sign-in or in a session. */
  error: '/error',
  /** Determines why a call was refused, and redirects accordingly. */
  stateChecker: '/auth-state-checker',
} as const

/** Shown after switching to another organisation. */
export const ORGANISATION_SWITCHED_PATH = '/organizations/orgs-switched'

const outside = new Set<string>(Object.values(signInPaths))

/** Pages of the identity service outside the shell, where the user is not fully signed in. */
export const isSignInPage = (path: string) => outside.has(path.replace(/\/+$/, '').toLowerCase())

/** No feature flag disables the profile, and users without any role can still change their password. */
export const profilePage = definePage({
  path: '/profile-settings',
  title: 'Your profile',
  files: ['src/views/sign-in/profile.page.tsx'],
  ignoresFlags: true,
})
