import { isPublic, isSignInPage, leadsToHealth } from './paths'

/**
 * What a page of the console asks for first, whoever looks at it. The server has the browser fetch these with the page, while
 * the scripts that read them are still on their way.
 * @param path of the page
 */
export function firstRequests(path: string): readonly string[] {
  if (isSignInPage(path)) return []
  const list = leadsToHealth.has(path) ? [SUMMARY_PATH] : []
  return isPublic(path) ? [PROPERTIES_PATH, ...list] : [WHOAMI_PATH, PROPERTIES_PATH, ...list]
}

export const WHOAMI_PATH = '/api/auth/whoami'
export const PROPERTIES_PATH = '/api/properties'
export const SUMMARY_PATH = '/api/canary/api/summary'
