import type { QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import type { Deps } from '../commands/perform'
import { isSignInPage, publicOf } from '../lib/paths'
import { putOnClipboard } from '../ui/copy-text'
import { saveFile } from '../ui/save-file'
import { announce } from '../ui/voice'
import { OPENED } from '../views/url-state/url-state'
import { callIn } from './call-address'

/** The effects that commands may have, as this app implements them. */
export const effectsOf = (queries: QueryClient, isReadOnly: () => boolean): Deps['effects'] => ({
  // The state tells the view to move focus to what was opened, because it was asked for by name. A form that leads on is left
  // for good: Back returns to the page that it was opened on.
  navigate: (to) =>
    navigate(isReadOnly() ? publicOf(to) : to, { state: OPENED, replace: callIn(location.search) !== undefined }),
  openTab: (to) => window.open(to, '_blank', 'noopener'),
  absolute: (to) => new URL(to, location.origin).href,
  here: () => `${location.pathname}${location.search}`,
  copy: putOnClipboard,
  save: saveFile,
  fetch: (query) => queries.fetchQuery(query),
  mutate: (mutation, variables) => queries.getMutationCache().build(queries, mutation).execute(variables),
  async refresh() {
    await queries.refetchQueries({ type: 'active' })
    // The session has ended and the sign-in page says so; it would be wrong to say `Refreshed.` there.
    if (isSignInPage(location.pathname)) return
    const hasFailed = queries
      .getQueryCache()
      .findAll({ type: 'active' })
      .some(({ state }) => state.status === 'error')
    announce(hasFailed ? 'Could not refresh.' : 'Refreshed.')
  },
})
