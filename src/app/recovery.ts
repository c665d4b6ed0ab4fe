import type { Query, QueryClient } from '@tanstack/react-query'
import type { ApiError } from '../api/http'
import { isSignInPage } from '../lib/paths'
import { isUnanswered, toldOutage } from '../views/shell/query/outage'

/**
 * Tells once that the backend answers again, after somebody was told that it does not, and when everything on screen was
 * asked for again.
 * @returns ends that
 */
export function watchRecovery(queries: QueryClient, tell: (text: string) => void): () => void {
  const cache = queries.getQueryCache()
  const failed = () => cache.findAll({ type: 'active' }).filter(({ state }) => state.status === 'error')
  let isAsking = false
  async function look() {
    if (isAsking || !toldOutage.get()) return
    isAsking = true
    await queries.refetchQueries({ type: 'active' })
    isAsking = false
    if (failed().some(isStillOut)) return
    toldOutage.set(false)
    // The session may have ended meanwhile: the sign-in page says so.
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

const isStillOut = ({ state: { error } }: Query<unknown, ApiError>) => error !== null && isUnanswered(error)
