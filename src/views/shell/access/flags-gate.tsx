import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { ApiError } from '@/api/http'
import { properties } from '@/api/settings/properties'
import { allButHealth, type Flags } from '@/shared/access/flags'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'
import { LoadingPage } from '../../shared/page/lazy-page'
import { Page } from '../../shared/page/page'
import { LoadFailure } from '../../shared/query/query-state'

/** The features that are turned off, or the state of their request. */
export type FlagsState =
  { is: 'here'; flags: Flags } | { is: 'loading' } | { is: 'failed'; error: ApiError; retry: () => void }

const nothingOff: Flags = new Set()

/**
 * Requests the feature flags.
 * @param isPublic a public page. If the backend refuses the flags there, no feature counts as off.
 * @param isHealthOnly the deployment has only the health pages: all other features are off, regardless of the flags
 */
export function useFlags(isPublic: boolean, isHealthOnly = false): FlagsState {
  const { data, error, isFetching, refetch } = useQuery(properties.flags())
  const flags = useMemo(() => (data && isHealthOnly ? new Set([...data, ...allButHealth]) : data), [data, isHealthOnly])
  if (flags) return { is: 'here', flags }
  if (isPublic && error && (error.status === 401 || error.status === 403)) return { is: 'here', flags: nothingOff }
  // A retry shows the same state as the first request.
  if (!error || isFetching) return { is: 'loading' }
  return { is: 'failed', error, retry: () => void refetch() }
}

/** Shows the pages after the flags have loaded, because the flags decide which pages exist. */
export function FlagsGate({ answer, children }: { answer: FlagsState; children: ReactNode }) {
  if (answer.is === 'here') return children
  if (answer.is === 'loading')
    return (
      <LoadingPage>
        <FlagsSkeleton />
      </LoadingPage>
    )
  return (
    <Page title="Could not start">
      <FlagsFailed error={answer.error} onRetry={answer.retry} />
    </Page>
  )
}

export const FlagsSkeleton = () => <Skeleton label="Loading features…" />

/** Shows that the flags could not be loaded, with a retry button. */
export const FlagsFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <LoadFailure
    what="features"
    error={error}
    retry={
      <Button tone="primary" onPress={onRetry}>
        Try again
      </Button>
    }
  />
)
