import type { QueryClient } from '@tanstack/react-query'
import { checks } from '../api/health/checks'
import { consoleConfigQuery } from '../api/config'
import { properties } from '../api/settings/properties'
import { currentSession, isSessionMode } from '../api/sign-in/session'
import { whoami } from '../api/sign-in/whoami'
import { formatCost } from '../shared/format'
import { healthPage } from '../shared/pages/health'
import { isPublicPath } from '../shared/routing/registry'
import { isSignInPage } from '../shared/pages/sign-in'
import { prefetchPageModule } from './pages'

/**
 * Sends the first requests of the page at this address immediately, before it renders. One of them is for the session:
 * the gate shows nothing before its response, and discards the other responses if no user is signed in. Failures are
 * shown by the components that need the data.
 */
export async function prefetchPage(queries: QueryClient, path: string): Promise<void> {
  const deployment = queries.fetchQuery(consoleConfigQuery()).catch(() => undefined)
  if (isPublicPath(path)) return void (await requestPage(queries, path))
  if (isSignInPage(path)) return
  const signIn = (await deployment)?.signIn
  // A hosted sign-in service must load its script first, which provides the token for requests.
  if (signIn === undefined || signIn === 'hosted') return
  await Promise.all([
    isSessionMode(signIn) && queries.prefetchQuery(currentSession(signIn)),
    queries.prefetchQuery(whoami()),
    requestPage(queries, path),
  ])
}

const requestPage = (queries: QueryClient, path: string) =>
  Promise.all([queries.prefetchQuery(properties.merged()), prefetchList(queries, path)])

/** The first use of `Intl` takes some 15 ms, which are spent while the responses are pending. */
const prepareFormats = () => formatCost(1)

/**
 * Requests the rows of the page as early as possible: those of checks while the code of the page still loads, others
 * when the code is loaded, before the page renders. Does nothing if they have been requested before.
 */
export async function prefetchList(queries: QueryClient, path: string): Promise<void> {
  if (healthPage.match(path) === undefined) return prefetchPageModules(queries, path)
  const { queryKey } = checks.summary()
  if (queries.getQueryState(queryKey)) return
  const request = queries.prefetchQuery(checks.summary())
  prepareFormats()
  await request
}

async function prefetchPageModules(queries: QueryClient, path: string) {
  const pages = await Promise.all(prefetchPageModule(path))
  if (location.pathname !== path) return
  const requests = Promise.all(pages.map((page) => page?.prefetch?.(queries)))
  prepareFormats()
  await requests
}
