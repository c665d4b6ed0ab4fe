import { useLayoutEffect, useRef } from 'react'
import { HELD_ENTER, type HeldKeys } from './load-palette'
import type { PaletteStage } from './palette-state'

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
