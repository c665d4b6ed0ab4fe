import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '@/api/http'
import { capital } from '@/shared/format'
import { Button } from '@/ui/button'
import type { GridProps } from '@/ui/grid/props'
import type { Refetchable } from './query-state'

type Query = Pick<UseQueryResult<unknown, ApiError>, 'data' | 'error' | 'isPlaceholderData'> & Refetchable

type StateTexts = {
  /** The name in the middle of a sentence: `the history`. */
  what: string
  /** Shown when the list has no rows at all. */
  empty: ReactNode
  /** Shown when the list has rows but none match; false when no search or filter is set. */
  filtered: ReactNode
}

/**
 * The states of a query, shown inside a list so that its search, filters and pages stay. Used for lists that the server
 * pages; lists that are loaded completely replace the list with their state (`QueryState`).
 */
export function toGridState(query: Query, { what, empty, filtered }: StateTexts) {
  const { data, error, isPlaceholderData, refetch } = query
  const failed = error && {
    failed: `${capital(what)} could not be loaded: ${error.message}`,
    actions: <Button onPress={() => void refetch()}>Try again</Button>,
  }
  return {
    status: data !== undefined ? 'ready' : (failed ?? 'loading'),
    empty: filtered === false ? empty : filtered,
    isBusy: isPlaceholderData,
  } satisfies Partial<GridProps<never>>
}
