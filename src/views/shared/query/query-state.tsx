import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '@/api/http'
import { asSentence, capital } from '@/shared/format'
import { isPublicPath } from '@/shared/routing/registry'
import { Button } from '@/ui/button'
import { Banner, Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { Time } from '@/ui/time'
import { CommandButton } from '../commands/command-button'
import { useShownOutage } from './outage'
import css from './query-state.module.css'

/** The properties of a query result that determine its state. */
export type QueryResult<T> = Pick<UseQueryResult<T, ApiError>, 'data' | 'error' | 'failureReason' | 'dataUpdatedAt'>
export type Refetchable = { refetch(): unknown }

/**
 * How much of the screen the data fills. `page`: all of it; _Try again_ refreshes the page. `pane`: a dialog or
 * similar; _Try again_ repeats only this request. `part`: one section of a page, which shows its state as one line.
 */
type Extent<T> = { as: 'page'; query: QueryResult<T> } | { as: 'pane' | 'part'; query: QueryResult<T> & Refetchable }

type Props<T> = Extent<T> & {
  /** The name in the middle of a sentence: `the history`. */
  what: string
  /** Replaces the loading skeleton; null for nothing. */
  pending?: ReactNode
  /** Shown when the resource does not exist: for null and, if `gone` is given, for 404 and 410. */
  gone?: ReactNode
  /** Shown for an empty response. A list without matches is not empty: see `toGridState`. */
  empty?: ReactNode
  /** Whether a response is empty; by default, an empty list is. */
  isEmpty?: ((data: NonNullable<T>) => boolean) | undefined
  children?: (data: NonNullable<T>) => ReactNode
}

/**
 * Shows the data of a query, or its state: pending, failed, gone or empty. If a later refresh fails, the data stays
 * with a notice above it. A failure never looks like an empty response.
 */
export function QueryState<T>({ pending, gone, empty, isEmpty = isEmptyList, children, ...request }: Props<T>) {
  const { as, query, what } = request
  const { data, error, failureReason } = query
  if (data === null || (gone !== undefined && error && isGone(error)))
    return gone ?? <Notice tone="empty" title={`${capital(what)} no longer exists`} />
  if (data !== undefined)
    return (
      <>
        <StaleNotice {...request} />
        {empty !== undefined && isEmpty(data) ? empty : children?.(data)}
      </>
    )
  if (error) return <Failed {...request} error={error} />
  return (
    <>
      {as === 'page' && failureReason && (
        <p className={css.trouble}>{asSentence(failureReason.message)} Trying again…</p>
      )}
      {pending === undefined ? <Skeleton label={`Loading ${what}…`} as={as === 'page' ? 'rows' : 'text'} /> : pending}
    </>
  )
}

type RequestProps = Extent<unknown> & { what: string }

/** A notice that a refresh has failed; nothing otherwise. For components that show the other states themselves. */
export function StaleNotice(request: RequestProps) {
  const { data, error, failureReason, dataUpdatedAt } = request.query
  // A page shows the failure while retries still run; other sizes only after the last retry has failed.
  const failure = request.as === 'page' ? (error ?? failureReason) : error
  useShownOutage(data === undefined ? undefined : failure)
  if (data === undefined || !failure) return null
  if (request.as === 'part') return <Line {...request} failed="refreshed" error={failure} />
  return (
    <Banner actions={<TryAgain {...request} />}>
      {asSentence(failure.message)} Showing data from <Time at={new Date(dataUpdatedAt).toISOString()} as="elapsed" />.
    </Banner>
  )
}

function Failed({ error, ...request }: RequestProps & { error: ApiError }) {
  useShownOutage(error)
  // A public page never leads to sign-in, so trying again would not help.
  if (error.status === 401 && isPublicPath(location.pathname))
    return <Notice tone="empty" title="Not available without sign-in" />
  if (request.as === 'part') return <Line {...request} failed="loaded" error={error} />
  return <LoadFailure what={request.what} error={error} retry={<TryAgain {...request} isPrimary />} />
}

type LineProps = RequestProps & { failed: 'loaded' | 'refreshed'; error: ApiError }

const Line = ({ what, failed, error, ...request }: LineProps) => (
  <p className={css.line} role="group" aria-label={`${capital(what)} could not be ${failed}`}>
    <span>
      {capital(what)} could not be {failed}. {asSentence(error.message)}
    </span>
    <TryAgain {...request} />
  </p>
)

function TryAgain({ as, query, isPrimary = false }: Extent<unknown> & { isPrimary?: boolean }) {
  const tone = isPrimary ? 'primary' : 'plain'
  if (as === 'page') return <CommandButton call="page.refresh" tone={tone} label="Try again" />
  return (
    <Button tone={tone} onPress={() => void query.refetch()}>
      Try again
    </Button>
  )
}

/** Replaces data that could not be loaded, with the message of the server. */
export const LoadFailure = ({ what, error, retry }: { what: string; error: Error; retry: ReactNode }) => (
  <Notice tone="bad" title={`Could not load ${what}`} actions={retry}>
    {error.message}
  </Notice>
)

const isGone = ({ status }: ApiError) => status === 404 || status === 410
const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0
