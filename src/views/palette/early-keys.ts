import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { PaletteItem } from './item'
import { HELD_ENTER, type HeldKeys } from '@/keymap/held-keys'
import type { PaletteStage, PaletteView } from './palette-state'

/**
 * Replays the keys that were pressed before the input existed, replacing its selected text. Each key waits until the
 * previous one has been rendered. Keys after an Enter belong to the next step and are dropped if there is none.
 */
export function useHeldKeys(held: HeldKeys | undefined, stage: PaletteStage, press: (pressed: string) => void): void {
  const rest = useRef<string[]>([])
  const entered = useRef<PaletteStage>(undefined)
  const opened = useRef(stage)
  useLayoutEffect(() => {
    const taken = held?.take() ?? []
    // Enter without a text chooses the first option of a step. The first row of a search would be an accident.
    rest.current = taken[0] === HELD_ENTER && opened.current.is !== 'ask' ? taken.slice(1) : taken
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
