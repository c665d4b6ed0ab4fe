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

/** Which features are turned off, as far as is known. */
export type FlagsAnswer =
  { is: 'here'; flags: Flags } | { is: 'loading' } | { is: 'failed'; error: ApiError; retry: () => void }

const nothingOff: Flags = new Set()

/**
 * Asks for the feature flags.
 * @param isPublic nobody is signed in there, and a backend may tell the flags only to whoever is: then none is off.
 * @param isHealthOnly the deployment has nothing else: whatever the flags say, all other features are off.
 */
export function useFlags(isPublic: boolean, isHealthOnly = false): FlagsAnswer {
  const { data, error, isFetching, refetch } = useQuery(properties.flags())
  const flags = useMemo(() => (data && isHealthOnly ? new Set([...data, ...allButHealth]) : data), [data, isHealthOnly])
  if (flags) return { is: 'here', flags }
  if (isPublic && error && (error.status === 401 || error.status === 403)) return { is: 'here', flags: nothingOff }
  // A second try looks like the first.
  if (!error || isFetching) return { is: 'loading' }
  return { is: 'failed', error, retry: () => void refetch() }
}

/** Around the pages: they wait until it is known which of them exist. */
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

/** Nothing can be shown without the flags, but they can be asked for again. */
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
