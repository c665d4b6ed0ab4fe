import { healthPage } from './pages/health'
import { isPublicPath } from './routing/registry'
import { isSignInPage } from './pages/sign-in'

/**
 * The first requests of a page, for any user. The server makes the browser send them with the page, while the scripts
 * that read the responses are still loading.
 * @param path of the page
 */
export function firstRequests(path: string): readonly string[] {
  if (isSignInPage(path)) return []
  const list = healthPage.match(path) === undefined ? [] : [SUMMARY_PATH]
  return isPublicPath(path) ? [PROPERTIES_PATH, ...list] : [WHOAMI_PATH, PROPERTIES_PATH, ...list]
}

export const WHOAMI_PATH = '/api/auth/whoami'
export const PROPERTIES_PATH = '/api/properties'
export const SUMMARY_PATH = '/api/canary/api/summary'
