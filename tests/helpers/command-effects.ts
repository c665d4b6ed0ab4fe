import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import type { PerformDeps } from '../../src/commands/perform'

/** Effects of commands without a browser: requests are sent, and nothing is shown, copied or saved. */
export const commandEffects = (queries: QueryClient): PerformDeps['effects'] =>
  ({
    navigate: () => undefined,
    returnTo: () => undefined,
    openTab: () => undefined,
    absolute: (path) => path,
    here: () => '/',
    copy: async () => undefined,
    save: () => undefined,
    fetch: (query) => queries.fetchQuery(query),
    mutate: <V, R>(mutation: MutationOptions<R, never, V>, variables: V) =>
      queries.getMutationCache().build(queries, mutation).execute(variables),
    refresh: async () => undefined,
  }) as PerformDeps['effects']
