import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../api/http'
import { asSentence, capital } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { Banner, Notice } from '../../../ui/notice'
import { Skeleton } from '../../../ui/skeleton'
import { Time } from '../../../ui/time'
import { CommandButton } from '../commands/command-button'
import { useToldOutage } from './outage'
import css from './query-state.module.css'

/** The parts of a query result that its state depends on. */
export type QueryFacts<T> = Pick<UseQueryResult<T, ApiError>, 'data' | 'error' | 'failureReason' | 'dataUpdatedAt'>
export type Retry = { refetch(): unknown }

/**
 * The size of the answer on screen. `page`: all of it; _Try again_ refreshes the page. `pane`: a dialog or the like;
 * _Try again_ repeats only this request. `part`: one line among other parts, which do not depend on it.
 */
type Extent<T> = { as: 'page'; query: QueryFacts<T> } | { as: 'pane' | 'part'; query: QueryFacts<T> & Retry }

type Props<T> = Extent<T> & {
  /** The name in the middle of a sentence: `the history`. */
  what: string
  /** Replaces the loading skeleton; null for nothing. */
  pending?: ReactNode
  /** Shown when the thing does not exist: for null and, if this is given, for 404 and 410. */
  gone?: ReactNode
  /** Shown for an empty answer. A list without matches is not empty: see `gridState`. */
  empty?: ReactNode
  /** Whether an answer is empty; by default an empty list is. */
  isEmpty?: ((data: NonNullable<T>) => boolean) | undefined
  children?: (data: NonNullable<T>) => ReactNode
}

/**
 * Shows the answer of a query, or its state: pending, failed, gone or empty. If a later refresh fails, the answer stays
 * with a notice above it. A failure never looks like an empty answer.
 */
export function QueryState<T>({ pending, gone, empty, isEmpty = isEmptyList, children, ...asked }: Props<T>) {
  const { as, query, what } = asked
  const { data, error, failureReason } = query
  if (data === null || (gone !== undefined && error && isGone(error)))
    return gone ?? <Notice tone="empty" title={`${capital(what)} is not there any more`} />
  if (data !== undefined)
    return (
      <>
        <Stale {...asked} />
        {empty !== undefined && isEmpty(data) ? empty : children?.(data)}
      </>
    )
  if (error) return <Failed {...asked} error={error} />
  return (
    <>
      {as === 'page' && failureReason && (
        <p className={css.trouble}>{asSentence(failureReason.message)} Trying again…</p>
      )}
      {pending === undefined ? <Skeleton label={`Loading ${what}…`} as={as === 'page' ? 'rows' : 'text'} /> : pending}
    </>
  )
}

type Asked = Extent<unknown> & { what: string }

/** A notice that a refresh has failed; nothing otherwise. For components that show the other states themselves. */
export function Stale(asked: Asked) {
  const { data, error, failureReason, dataUpdatedAt } = asked.query
  // A page says so while retries still run; a part only after the last has failed.
  const trouble = asked.as === 'page' ? (error ?? failureReason) : error
  useToldOutage(data === undefined ? undefined : trouble)
  if (data === undefined || !trouble) return null
  if (asked.as === 'part') return <Line {...asked} failed="renewed" error={trouble} />
  return (
    <Banner actions={<TryAgain {...asked} />}>
      {asSentence(trouble.message)} Shown is what was known{' '}
      <Time at={new Date(dataUpdatedAt).toISOString()} as="elapsed" />.
    </Banner>
  )
}

function Failed({ error, ...asked }: Asked & { error: ApiError }) {
  useToldOutage(error)
  if (asked.as === 'part') return <Line {...asked} failed="loaded" error={error} />
  return <LoadFailure what={asked.what} error={error} retry={<TryAgain {...asked} isPrimary />} />
}

type LineProps = Asked & { failed: 'loaded' | 'renewed'; error: ApiError }

const Line = ({ what, failed, error, ...asked }: LineProps) => (
  <p className={css.line} role="group" aria-label={`${capital(what)} could not be ${failed}`}>
    <span>
      {capital(what)} could not be {failed}. {asSentence(error.message)}
    </span>
    <TryAgain {...asked} />
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

/** Shown instead of an answer that could not be loaded, with the message of the server. */
export const LoadFailure = ({ what, error, retry }: { what: string; error: Error; retry: ReactNode }) => (
  <Notice tone="bad" title={`Could not load ${what}`} actions={retry}>
    {error.message}
  </Notice>
)

const isGone = ({ status }: ApiError) => status === 404 || status === 410
const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0
