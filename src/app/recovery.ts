import type { Query, QueryClient } from '@tanstack/react-query'
import type { ApiError } from '../api/http'
import { isSignInPage } from '../shared/pages/sign-in'
import { isBackendOutage, shownOutage } from '../views/shared/query/outage'

/**
 * Announces once that the backend responds again, after an outage was announced, and after all data on screen was
 * refetched.
 * @returns stops watching
 */
export function watchRecovery(queries: QueryClient, tell: (text: string) => void): () => void {
  const cache = queries.getQueryCache()
  const failed = () => cache.findAll({ type: 'active' }).filter(({ state }) => state.status === 'error')
  let isRefetching = false
  async function look() {
    if (isRefetching || !shownOutage.get()) return
    isRefetching = true
    await queries.refetchQueries({ type: 'active' })
    isRefetching = false
    if (failed().some(isStillOut)) return
    shownOutage.set(false)
    // The session may have ended in the meantime. The sign-in page announces that.
    if (!isSignInPage(location.pathname))
      tell(
        failed().length > 0 ? 'Connected again. Some of this page could not be loaded.' : 'Connected again, up to date.'
      )
  }
  const end = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) void look()
  })
  const onOnline = () => void look()
  window.addEventListener('online', onOnline)
  return () => {
    end()
    window.removeEventListener('online', onOnline)
  }
}

const isStillOut = ({ state: { error } }: Query<unknown, ApiError>) => error !== null && isBackendOutage(error)
