import type { QueryClient } from '@tanstack/react-query'
import { checks } from '../api/checks'
import { config } from '../api/config'
import { properties } from '../api/properties'
import { currentSession } from '../api/session'
import { whoami } from '../api/whoami'
import { formatCost } from '../lib/format'
import { isPublic, isSignInPage, leadsToHealth } from '../lib/paths'
import { loadPageAhead } from './pages'

/**
 * Sends the first requests of the page at this address at once, before anything is drawn. One of them asks for the
 * session: the gate shows nothing before it is answered, and discards the other answers when nobody is signed in.
 * Failures are shown by the components that need the answers.
 */
export async function prefetchPage(queries: QueryClient, path: string): Promise<void> {
  const deployment = queries.fetchQuery(config()).catch(() => undefined)
  if (isPublic(path)) return void (await askForPage(queries, path))
  if (isSignInPage(path)) return
  const signIn = (await deployment)?.signIn
  // With a hosted service, its script has to load first: it provides the token that requests need.
  if (signIn === undefined || signIn === 'hosted') return
  await Promise.all([
    signIn === 'kratos' && queries.prefetchQuery(currentSession()),
    queries.prefetchQuery(whoami()),
    askForPage(queries, path),
  ])
}

const askForPage = (queries: QueryClient, path: string) =>
  Promise.all([queries.prefetchQuery(properties.merged()), askForList(queries, path)])

/** The first use of `Intl` takes some 15 ms, which are spent while the answers are on their way. */
const prepareFormats = () => formatCost(1)

/**
 * Requests the list as soon as it is known what to ask: that of checks while the code of its page still loads, others when
 * that is here, before the page is drawn. Does nothing if it was requested before.
 */
export async function askForList(queries: QueryClient, path: string): Promise<void> {
  if (!leadsToHealth.has(path)) return askForPages(queries, path)
  const { queryKey } = checks.summary()
  if (queries.getQueryState(queryKey)) return
  const asked = queries.prefetchQuery(checks.summary())
  prepareFormats()
  await asked
}

async function askForPages(queries: QueryClient, path: string) {
  const pages = await Promise.all(loadPageAhead(path))
  if (location.pathname !== path) return
  const asked = Promise.all(pages.map((page) => page?.prefetch?.(queries)))
  prepareFormats()
  await asked
}
