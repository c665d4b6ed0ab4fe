import { MutationCache, notifyManager, type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './http'
import type { RowNames } from './names'
import { whoamiKey } from './sign-in/whoami'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: {
      names?: RowNames
    }
    mutationMeta: {
      /** Keys of the queries that the change invalidates. */
      invalidates?: readonly QueryKey[]
      /**
       * Keys of further queries that are refreshed the next time they are shown, because the form that made the change
       * shows them, and a refresh would change it while it closes.
       */
      outdates?: readonly QueryKey[]
    }
  }
}

/** Five minutes. Pages for on-call users poll instead. */
const STALE_MS = 300_000

/** Within this time after a request for the permissions, a refusal does not cause another request for them. */
const RIGHTS_MS = 10_000

/**
 * Longer than a page needs to render after its data has arrived, and shorter than a user needs to leave the page,
 * change something elsewhere and return.
 */
const JUST_NOW_MS = 5000

/** Maximum time that the outcome of a change waits for the invalidated queries, in milliseconds. */
export const MOST_REFETCH_WAIT_MS = 2000

/**
 * A `refetchOnMount` for the lists of pages: requests the list whenever its page is opened, unless it was loaded just
 * now. In that case it was prefetched for the page.
 */
export const refetchWhenOpened = ({ state }: Pick<Query, 'state'>) =>
  Date.now() - state.dataUpdatedAt > JUST_NOW_MS ? ('always' as const) : true

/**
 * Retries only requests without a response. A repeated request would get the same response, even if that is an error.
 */
export const shouldRetry = (failures: number, { kind }: ApiError) =>
  (kind === 'network' || kind === 'timeout') && failures < 3

/**
 * The policy of all queries and mutations. A view shows the error of its query, and `perform` reports the error of a
 * command. Only the end of a session is handled here.
 */
export function createQueryClient({ signedOut }: { signedOut(): void }): QueryClient {
  // Renders responses at once. By default the library waits for a timer, which browsers delay.
  notifyManager.setScheduler(queueMicrotask)
  const onError = (error: ApiError, key?: QueryKey) => {
    if (error.status === 401) signedOut()
    // The permissions of the user have changed, so the offered commands must follow. If the permissions themselves are
    // refused, another request for them would be refused as well, endlessly.
    if (error.status === 403 && key?.[0] !== whoamiKey[0] && isOlderThan(client, whoamiKey, RIGHTS_MS)) {
      void client.invalidateQueries({ queryKey: whoamiKey })
    }
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, queryKey) }),
    mutationCache: new MutationCache({
      onError: (error) => onError(error),
      // A mutation stays pending until the invalidated queries are refreshed, but only for a limited time: its outcome
      // must not wait for a slow list or for a list without a response. A failure is reported at once.
      async onSettled(_data, error, _variables, _result, { meta }) {
        for (const queryKey of meta?.outdates ?? []) void client.invalidateQueries({ queryKey, refetchType: 'none' })
        if (!meta?.invalidates) return
        const asked = Promise.all(meta.invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
        if (error) return
        let timer: ReturnType<typeof setTimeout> | undefined
        const waited = new Promise((resolve) => (timer = setTimeout(resolve, MOST_REFETCH_WAIT_MS)))
        await Promise.race([asked, waited]).finally(() => clearTimeout(timer))
      },
    }),
    defaultOptions: {
      // 'always': being offline is a result to show, not a reason to wait silently.
      queries: { staleTime: STALE_MS, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

function isOlderThan(client: QueryClient, queryKey: QueryKey, ms: number): boolean {
  const asked = client.getQueryState(queryKey)?.dataUpdatedAt
  return asked !== undefined && Date.now() - asked > ms
}
