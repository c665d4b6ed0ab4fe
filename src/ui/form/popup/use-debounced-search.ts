import { useEffect, useEffectEvent, useState } from 'react'
import type { Choice, FindChoices, SearchPace } from '@/shared/forms/choice'

export type SearchState<C extends Choice> =
  | { is: 'nothing-typed' }
  | { is: 'too-short' }
  /** `before`: the options found for the beginning of the text, some of which may still match. */
  | { is: 'searching'; before: readonly C[] }
  | { is: 'found'; options: readonly C[] }
  | { is: 'failed'; message: string }

/**
 * A debounced search.
 * @param text undefined while the list is closed
 */
export function useDebouncedSearch<C extends Choice>(
  text: string | undefined,
  find: FindChoices<C>,
  { shortest, delayMs }: SearchPace
): { search: SearchState<C>; retry: () => void } {
  const query = text?.trim()
  const [last, setLast] = useState<{ of: string; attempt: number; search: SearchState<C> }>()
  const [attempt, setAttempt] = useState(0)
  const request = useEffectEvent(async (of: string, signal: AbortSignal) => find(of, signal))
  useEffect(() => {
    if (query === undefined || query.length < shortest) return
    const controller = new AbortController()
    const store = (search: SearchState<C>) => !controller.signal.aborted && setLast({ of: query, attempt, search })
    const timer = setTimeout(() => {
      request(query, controller.signal).then(
        (options) => store({ is: 'found', options }),
        (error: unknown) => store({ is: 'failed', message: messageOf(error) })
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, attempt, shortest, delayMs])
  return { search: currentSearch(), retry: () => setAttempt(attempt + 1) }

  function currentSearch(): SearchState<C> {
    if (query === undefined || (query === '' && shortest > 0)) return { is: 'nothing-typed' }
    if (query.length < shortest) return { is: 'too-short' }
    if (last?.of === query && last.attempt === attempt) return last.search
    return {
      is: 'searching',
      before: last?.search.is === 'found' && query.startsWith(last.of) ? last.search.options : [],
    }
  }
}

const messageOf = (error: unknown) =>
  error instanceof Error && error.message !== '' ? error.message : 'An error occurred'
