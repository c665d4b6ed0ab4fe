import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../../api/http'
import { asSentence, capital } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { Banner, Notice } from '../../../ui/notice'
import { Skeleton } from '../../../ui/skeleton'
import { Time } from '../../../ui/time'
import { CommandButton } from '../commands/command-button'
import css from './query-state.module.css'

/** What is read of a query, to tell how it stands. */
export type QueryFacts<T> = Pick<UseQueryResult<T, ApiError>, 'data' | 'error' | 'failureReason' | 'dataUpdatedAt'>
/** Asks again. */
export type Retry = { refetch(): unknown }

/**
 * How much of the screen the answer fills. `page`: all of it, and _Try again_ asks for everything on it. `pane`: a dialog
 * or the like, which asks again by itself. `part`: a line among other parts, which go on.
 */
type Extent<T> = { as: 'page'; query: QueryFacts<T> } | { as: 'pane' | 'part'; query: QueryFacts<T> & Retry }

type Props<T> = Extent<T> & {
  /** As in the middle of a sentence: `the history`. */
  what: string
  /** Instead of a skeleton that says what is being loaded; null: nothing. */
  pending?: ReactNode
  /** It does not exist, or not any more: the answer is null or, if this is given, 404 or 410. */
  gone?: ReactNode
  /** There is nothing in the answer. What is narrowed to nothing is no empty answer: see `gridState`. */
  empty?: ReactNode
  /** Otherwise: it is a list without members. */
  isEmpty?: ((data: NonNullable<T>) => boolean) | undefined
  children?: (data: NonNullable<T>) => ReactNode
}

/**
 * What a query answered, or why it cannot be shown: pending, failed, gone or empty; and above what is shown, that it could
 * not be renewed. A failure never looks like an answer.
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

/** That what is shown could not be renewed; nothing while that is not so. For what draws its other states itself. */
export function Stale(asked: Asked) {
  const { data, error, failureReason, dataUpdatedAt } = asked.query
  // A page says so while it is still being tried; a part only when that is over.
  const trouble = asked.as === 'page' ? (error ?? failureReason) : error
  if (data === undefined || !trouble) return null
  if (asked.as === 'part') return <Line {...asked} failed="renewed" error={trouble} />
  return (
    <Banner actions={<TryAgain {...asked} />}>
      {asSentence(trouble.message)} Shown is what was known <Time at={new Date(dataUpdatedAt).toISOString()} as="ago" />
      .
    </Banner>
  )
}

function Failed({ error, ...asked }: Asked & { error: ApiError }) {
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

/** Instead of what could not be loaded, with the server's own words. */
export const LoadFailure = ({ what, error, retry }: { what: string; error: Error; retry: ReactNode }) => (
  <Notice tone="bad" title={`Could not load ${what}`} actions={retry}>
    {error.message}
  </Notice>
)

const isGone = ({ status }: ApiError) => status === 404 || status === 410
const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0
