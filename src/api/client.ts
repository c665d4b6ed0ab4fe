import { MutationCache, notifyManager, type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './http'
import type { RowNames } from './row-names'
import { whoamiKey } from './whoami'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: {
      names?: RowNames
    }
    mutationMeta: {
      /** What the change makes untrue. */
      invalidates?: readonly QueryKey[]
    }
  }
}

/** Five minutes; a screen that on-call looks at polls instead. */
const STALE_MS = 300_000

/** How long after asking for somebody's rights a refusal says nothing new about them. */
const RIGHTS_MS = 10_000

/**
 * Longer than a page takes to stand once its data is here, and shorter than anybody needs to leave it, change something
 * elsewhere and come back.
 */
const JUST_NOW_MS = 5000

/** How long the outcome of a change waits for what it has made untrue to be asked for again, in milliseconds. */
export const SCREEN_MS = 2000

/**
 * For `refetchOnMount` of what a page lists: it is asked for again whenever the page is opened, as somebody expects who
 * opens it, unless it came just now. Then it was asked for ahead of the page, and for it.
 */
export const whenOpened = ({ state }: Pick<Query, 'state'>) =>
  Date.now() - state.dataUpdatedAt > JUST_NOW_MS ? ('always' as const) : true

/** What is worth asking again: nobody answered. An answer, even a bad one, would be the same. */
export const shouldRetry = (failures: number, { kind }: ApiError) =>
  (kind === 'network' || kind === 'timeout') && failures < 3

/**
 * The policy of every query and mutation. A view shows a query's failure, `perform` says a command's; only the end of a
 * session concerns everybody.
 */
export function createClient({ signedOut }: { signedOut(): void }): QueryClient {
  // What has come is drawn at once. By itself the library waits for a timer, which browsers hold up.
  notifyManager.setScheduler(queueMicrotask)
  const onError = (error: ApiError, key?: QueryKey) => {
    if (error.status === 401) signedOut()
    // Somebody's rights are others than they were: what is offered should follow. Where those are not told at all, asking
    // for them again would be answered the same, for ever.
    if (error.status === 403 && key?.[0] !== whoamiKey[0] && isOlderThan(client, whoamiKey, RIGHTS_MS)) {
      void client.invalidateQueries({ queryKey: whoamiKey })
    }
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => onError(error, queryKey) }),
    mutationCache: new MutationCache({
      onError: (error) => onError(error),
      // A mutation stays pending until the screen is true again, but not for long: its outcome is not to wait for a slow
      // list, or one that the server does not answer. A failure is told at once.
      async onSettled(_data, error, _variables, _result, { meta }) {
        if (!meta?.invalidates) return
        const asked = Promise.all(meta.invalidates.map((queryKey) => client.invalidateQueries({ queryKey })))
        if (error) return
        let timer: ReturnType<typeof setTimeout> | undefined
        const waited = new Promise((resolve) => (timer = setTimeout(resolve, SCREEN_MS)))
        await Promise.race([asked, waited]).finally(() => clearTimeout(timer))
      },
    }),
    defaultOptions: {
      // 'always': being offline is an answer to show, not a reason to wait without a word.
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
