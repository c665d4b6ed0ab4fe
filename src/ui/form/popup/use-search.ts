import { useEffect, useEffectEvent, useState } from 'react'
import type { Choice, Find, Pace } from '../../../lib/choice'

export type Search<C extends Choice> =
  | { is: 'nothing-typed' }
  | { is: 'too-short' }
  /** `before`: what the beginning of the text found, which the whole of it may find, too. */
  | { is: 'searching'; before: readonly C[] }
  | { is: 'found'; options: readonly C[] }
  | { is: 'failed'; message: string }

/**
 * Debounced search.
 * @param text undefined: closed
 */
export function useSearch<C extends Choice>(
  text: string | undefined,
  find: Find<C>,
  { shortest, delayMs }: Pace
): { search: Search<C>; retry: () => void } {
  const wanted = text?.trim()
  const [last, setLast] = useState<{ of: string; attempt: number; search: Search<C> }>()
  const [attempt, setAttempt] = useState(0)
  const ask = useEffectEvent(async (of: string, signal: AbortSignal) => find(of, signal))
  useEffect(() => {
    if (wanted === undefined || wanted.length < shortest) return
    const controller = new AbortController()
    const keep = (search: Search<C>) => !controller.signal.aborted && setLast({ of: wanted, attempt, search })
    const timer = setTimeout(() => {
      ask(wanted, controller.signal).then(
        (options) => keep({ is: 'found', options }),
        (error: unknown) => keep({ is: 'failed', message: messageOf(error) })
      )
    }, delayMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [wanted, attempt, shortest, delayMs])
  return { search: searchOf(), retry: () => setAttempt(attempt + 1) }

  function searchOf(): Search<C> {
    if (wanted === undefined || (wanted === '' && shortest > 0)) return { is: 'nothing-typed' }
    if (wanted.length < shortest) return { is: 'too-short' }
    if (last?.of === wanted && last.attempt === attempt) return last.search
    return {
      is: 'searching',
      before: last?.search.is === 'found' && wanted.startsWith(last.of) ? last.search.options : [],
    }
  }
}

const messageOf = (error: unknown) =>
  error instanceof Error && error.message !== '' ? error.message : 'An error occurred'
