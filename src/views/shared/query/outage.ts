import { useEffect } from 'react'
import type { ApiError } from '@/api/http'
import { createStore } from '@/lib/store'

/** Whether an outage of the backend was shown to the user. Only then is the recovery announced. */
export const shownOutage = createStore(false)

/** Whether there was no response, or only one from a proxy. */
export const isBackendOutage = ({ kind, status }: Pick<ApiError, 'kind' | 'status'>): boolean =>
  kind === 'offline' || kind === 'network' || kind === 'timeout' || (status >= 502 && status <= 504)

/** Records an outage if the shown error means that the backend did not respond. */
export function useShownOutage(error: ApiError | null | undefined): void {
  const isOutage = error ? isBackendOutage(error) : false
  useEffect(() => {
    if (isOutage) shownOutage.set(true)
  }, [isOutage])
}
