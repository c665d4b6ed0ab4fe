import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../api/http'
import { capital } from '../../../lib/format'
import { Button } from '../../../ui/button'
import type { GridProps } from '../../../ui/grid/props'
import type { Retry } from './query-state'

type Query = Pick<UseQueryResult<unknown, ApiError>, 'data' | 'error' | 'isPlaceholderData'> & Retry

type StateTexts = {
  /** As in the middle of a sentence: `the history`. */
  what: string
  /** There is none at all. */
  empty: ReactNode
  /** There are some, but none for what they are narrowed by; false: they are not narrowed. */
  filtered: ReactNode
}

/**
 * The states of a query inside of a list, whose search, filters and pages stay as they are around it. For lists that the
 * server pages: what is loaded as a whole has its states around the list (`QueryState`).
 */
export function gridState(query: Query, { what, empty, filtered }: StateTexts) {
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
