import type { QueryClient } from '@tanstack/react-query'
import { checks } from '../api/checks'
import { config } from '../api/config'
import { properties } from '../api/properties'
import { currentSession } from '../api/session'
import { whoami } from '../api/whoami'
import { isPublic, isSignInPage, leadsToHealth } from '../lib/paths'

/**
 * Asks for what the page at this address is going to need, all at once and before anything is drawn. Whether somebody is
 * signed in is one of the questions: the gate shows nothing before that is answered, and throws the other answers away
 * when nobody is. Failures are shown by whoever needs the answer.
 */
export async function askAhead(queries: QueryClient, path: string): Promise<void> {
  const deployment = queries.fetchQuery(config()).catch(() => undefined)
  if (isPublic(path)) return askForPage(queries, path)
  if (isSignInPage(path)) return
  const signIn = (await deployment)?.signIn
  // A hosted service first has to say where calls go, and to prove who sends them.
  if (signIn === undefined || signIn === 'hosted') return
  if (signIn === 'kratos') void queries.prefetchQuery(currentSession())
  void queries.prefetchQuery(whoami())
  askForPage(queries, path)
}

function askForPage(queries: QueryClient, path: string) {
  void queries.prefetchQuery(properties.merged())
  askForList(queries, path)
}

/** The list does not wait until it is known that its page exists. Not asked again where it was asked ahead. */
export function askForList(queries: QueryClient, path: string): void {
  const { queryKey } = checks.summary()
  if (leadsToHealth.has(path) && !queries.getQueryState(queryKey)) void queries.prefetchQuery(checks.summary())
}
