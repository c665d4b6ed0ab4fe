import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { PaletteItem } from './item'
import { HELD_ENTER, type HeldKeys } from './load-palette'
import type { PaletteStage, PaletteView } from './palette-state'

/**
 * Replays the keys that were pressed before the input existed, replacing its selected text. Each key waits until the
 * previous one has been rendered. Keys after an Enter belong to the next step and are dropped if there is none.
 */
export function useHeldKeys(held: HeldKeys | undefined, stage: PaletteStage, press: (pressed: string) => void): void {
  const rest = useRef<string[]>([])
  const entered = useRef<PaletteStage>(undefined)
  useLayoutEffect(() => {
    rest.current = held?.take() ?? []
  }, [held])
  useLayoutEffect(() => {
    if (entered.current === stage) rest.current = []
    const next = rest.current.shift()
    if (next === undefined) return
    entered.current = next === HELD_ENTER ? stage : undefined
    press(next)
  })
}

/**
 * Chooses a row automatically: a row marked for it, or the first row after an Enter that came before the response.
 * @returns a function that records an early Enter for the current text
 */
export function useAutomaticChoice(
  { stage, query }: PaletteView,
  current: PaletteItem | undefined,
  isAwaited: boolean,
  choose: (item: PaletteItem) => void
): () => void {
  const entered = useRef<Pick<PaletteView, 'stage' | 'query'>>(undefined)
  const onFound = useEffectEvent(choose)
  useLayoutEffect(() => {
    if (!current || isAwaited) return
    const isEntered = entered.current?.stage === stage && entered.current.query === query
    if (!current.isFinal && !isEntered) return
    entered.current = undefined
    onFound(current)
  }, [stage, query, current, isAwaited])
  return () => {
    entered.current = { stage, query }
  }
}
