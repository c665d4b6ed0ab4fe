import type { Given } from './parameters'

/**
 * Secret parameters of runs that are not over. They are kept in memory only: whoever may read runs may read their
 * parameters, and a restart forgets them.
 */
export type Secrets = {
  keep(runId: string, given: Given): void
  of(runId: string): Given | undefined
  forget(runId: string): void
}

export function createSecrets(): Secrets {
  const kept = new Map<string, Given>()
  return {
    keep: (runId, given) => void kept.set(runId, given),
    of: (runId) => kept.get(runId),
    forget: (runId) => void kept.delete(runId),
  }
}
