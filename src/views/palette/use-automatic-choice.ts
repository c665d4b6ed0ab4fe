import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { PaletteItem } from './item'
import type { PaletteView } from './palette-state'

/**
 * Chooses a row automatically: a row marked for it, or the first row after an Enter that came before the response.
 * @returns a function that records an early Enter for the current text
 */
export function useAutomaticChoice(
  { stage, query }: PaletteView,
  current: PaletteItem | undefined,
  isAwaited: boolean,
  choose: RefObject<(item: PaletteItem) => void>
): () => void {
  const entered = useRef<Pick<PaletteView, 'stage' | 'query'>>(undefined)
  useLayoutEffect(() => {
    if (!current || isAwaited) return
    const isEntered = entered.current?.stage === stage && entered.current.query === query
    if (!current.isFinal && !isEntered) return
    entered.current = undefined
    choose.current(current)
  }, [stage, query, current, isAwaited, choose])
  return () => {
    entered.current = { stage, query }
  }
}
