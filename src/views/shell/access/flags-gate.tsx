import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { ApiError } from '../../../api/http'
import { properties } from '../../../api/properties'
import { allButHealth, type Flags } from '../../../lib/flags'
import { Button } from '../../../ui/button'
import { Skeleton } from '../../../ui/skeleton'
import { ComingPage } from '../frame/lazy-page'
import { Page } from '../frame/page'
import { LoadFailure } from '../query/query-state'

/** The features that are turned off, or the state of their request. */
export type FlagsAnswer =
  { is: 'here'; flags: Flags } | { is: 'loading' } | { is: 'failed'; error: ApiError; retry: () => void }

const nothingOff: Flags = new Set()

/**
 * Requests the feature flags.
 * @param isPublic a public page. The backend may refuse to tell the flags there; then no feature counts as off.
 * @param isHealthOnly the deployment offers only the health pages: all other features are off, whatever the flags say
 */
export function useFlags(isPublic: boolean, isHealthOnly = false): FlagsAnswer {
  const { data, error, isFetching, refetch } = useQuery(properties.flags())
  const flags = useMemo(() => (data && isHealthOnly ? new Set([...data, ...allButHealth]) : data), [data, isHealthOnly])
  if (flags) return { is: 'here', flags }
  if (isPublic && error && (error.status === 401 || error.status === 403)) return { is: 'here', flags: nothingOff }
  // A retry looks like the first request.
  if (!error || isFetching) return { is: 'loading' }
  return { is: 'failed', error, retry: () => void refetch() }
}

/** Shows the pages when the flags are known, because they decide which pages exist. */
export function FlagsGate({ answer, children }: { answer: FlagsAnswer; children: ReactNode }) {
  if (answer.is === 'here') return children
  if (answer.is === 'loading')
    return (
      <ComingPage>
        <FlagsSkeleton />
      </ComingPage>
    )
  return (
    <Page title="Could not start">
      <FlagsFailed error={answer.error} onRetry={answer.retry} />
    </Page>
  )
}

export const FlagsSkeleton = () => <Skeleton label="Loading which features there are…" />

/** Says that the flags could not be loaded, and offers to try again. */
export const FlagsFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <LoadFailure
    what="which features there are"
    error={error}
    retry={
      <Button tone="primary" onPress={onRetry}>
        Try again
      </Button>
    }
  />
)
