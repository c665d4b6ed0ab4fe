import { useEffect } from 'react'
import type { ApiError } from '../../../api/http'
import { createStore } from '../../../lib/store'

/** Whether somebody was told that the backend does not answer. Recovery is told only then. */
export const toldOutage = createStore(false)

/** Nobody answered, or only a proxy did. */
export const isUnanswered = ({ kind, status }: Pick<ApiError, 'kind' | 'status'>): boolean =>
  kind === 'offline' || kind === 'network' || kind === 'timeout' || (status >= 502 && status <= 504)

/** For what shows an error: if it is that nobody answered, this was told. */
export function useToldOutage(error: ApiError | null | undefined): void {
  const isOutage = error ? isUnanswered(error) : false
  useEffect(() => {
    if (isOutage) toldOutage.set(true)
  }, [isOutage])
}
