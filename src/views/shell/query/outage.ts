import { useEffect } from 'react'
import type { ApiError } from '../../../api/http'
import { createStore } from '../../../lib/store'

/** Whether an outage of the backend was shown to the user. Only then is the recovery announced. */
export const toldOutage = createStore(false)

/** Whether there was no response, or only one from a proxy. */
export const isUnanswered = ({ kind, status }: Pick<ApiError, 'kind' | 'status'>): boolean =>
  kind === 'offline' || kind === 'network' || kind === 'timeout' || (status >= 502 && status <= 504)

/** Records an outage if the shown error means that the backend did not respond. */
export function useToldOutage(error: ApiError | null | undefined): void {
  const isOutage = error ? isUnanswered(error) : false
  useEffect(() => {
    if (isOutage) toldOutage.set(true)
  }, [isOutage])
}
