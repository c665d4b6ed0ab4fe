import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Item } from './item'
import type { View } from './state'

/**
 * Chooses the row that needs no choosing, and the first one of what somebody pressed Enter for before the server had answered.
 * @returns notes that Enter was pressed for what is typed
 */
export function useTaken(
  { stage, query }: View,
  current: Item | undefined,
  isAwaited: boolean,
  choose: RefObject<(item: Item) => void>
): () => void {
  const entered = useRef<Pick<View, 'stage' | 'query'>>(undefined)
  useLayoutEffect(() => {
    if (!current || isAwaited) return
    const isEntered = entered.current?.stage === stage && entered.current.query === query
    if (!current.isTaken && !isEntered) return
    entered.current = undefined
    choose.current(current)
  }, [stage, query, current, isAwaited, choose])
  return () => {
    entered.current = { stage, query }
  }
}
