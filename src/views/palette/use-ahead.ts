import { useLayoutEffect, useRef } from 'react'
import { ENTER, type Held } from './load'
import type { Stage } from './state'

/**
 * Presses again what was pressed before there was an input: over what is selected there, and each only when the one
 * before has been drawn. After an Enter that led nowhere the rest was meant for something else, and is forgotten.
 */
export function useAhead(held: Held | undefined, stage: Stage, press: (pressed: string) => void): void {
  const rest = useRef<string[]>([])
  const entered = useRef<Stage>(undefined)
  useLayoutEffect(() => {
    rest.current = held?.take() ?? []
  }, [held])
  useLayoutEffect(() => {
    if (entered.current === stage) rest.current = []
    const next = rest.current.shift()
    if (next === undefined) return
    entered.current = next === ENTER ? stage : undefined
    press(next)
  })
}
