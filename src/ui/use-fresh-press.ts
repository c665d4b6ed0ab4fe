import { type RefObject, useCallback, useRef } from 'react'
import { useEventListener } from './hooks'

/**
 * Whether the current press started in this element. A held key that opened the element repeats and must not activate
 * anything in it. A click without a key counts, because screen readers and voice control send such clicks.
 */
export function useIsFreshPress(element: RefObject<HTMLElement | null>): () => boolean {
  const hasStarted = useRef(false)
  const isStale = useRef(false)
  const onDown = ({ repeat }: KeyboardEvent) => {
    hasStarted.current ||= !repeat
    isStale.current = !hasStarted.current
  }
  useEventListener(element, 'keydown', onDown, { capture: true })
  useEventListener(window, 'keyup', () => {
    isStale.current = false
  })
  return useCallback(() => !isStale.current, [])
}
