import type { QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import type { PerformDeps } from '../commands/perform'
import { toPublicPath } from '../shared/routing/registry'
import { isSignInPage } from '../shared/pages/sign-in'
import { writeToClipboard } from '../ui/copy-text'
import { saveFile } from '../ui/save-file'
import { announce } from '../ui/voice'
import { returnTo } from '../views/shared/page/back'
import { OPENED_STATE } from '../views/shared/url-state/url-state'
import { readCall } from './call-address'

/** The implementation of the commands' effects in this app. */
export const createEffects = (queries: QueryClient, isReadOnly: () => boolean): PerformDeps['effects'] => ({
  // The state moves focus to the opened resource in the view, because it was requested by name. A form that navigates
  // is replaced in the history: Back returns to the page from which the form was opened.
  navigate: (to) =>
    navigate(isReadOnly() ? toPublicPath(to) : to, {
      state: OPENED_STATE,
      replace: readCall(location.search) !== undefined,
    }),
  returnTo: (to) => returnTo(isReadOnly() ? toPublicPath(to) : to),
  openTab: (to) => window.open(to, '_blank', 'noopener'),
  absolute: (to) => new URL(to, location.origin).href,
  here: () => `${location.pathname}${location.search}`,
  copy: writeToClipboard,
  save: saveFile,
  fetch: (query) => queries.fetchQuery(query),
  mutate: (mutation, variables) => queries.getMutationCache().build(queries, mutation).execute(variables),
  async refresh() {
    await queries.refetchQueries({ type: 'active' })
    // If the session has ended, the sign-in page announces that, and `Refreshed.` would be wrong.
    if (isSignInPage(location.pathname)) return
    const hasFailed = queries
      .getQueryCache()
      .findAll({ type: 'active' })
      .some(({ state }) => state.status === 'error')
    announce(hasFailed ? 'Could not refresh.' : 'Refreshed.')
  },
})
