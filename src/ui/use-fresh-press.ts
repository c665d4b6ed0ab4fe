import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Whether the current press started in this element. A held key that opened the element repeats and must not activate
 * anything in it. A click without a key counts, because screen readers and voice control send such clicks.
 */
export function useIsFreshPress(element: RefObject<HTMLElement | null>): () => boolean {
  const isStale = useRef(false)
  useEffect(() => {
    const box = element.current
    let hasStarted = false
    const onDown = ({ repeat }: KeyboardEvent) => {
      hasStarted ||= !repeat
      isStale.current = !hasStarted
    }
    const onUp = () => {
      isStale.current = false
    }
    box?.addEventListener('keydown', onDown, true)
    window.addEventListener('keyup', onUp)
    return () => {
      box?.removeEventListener('keydown', onDown, true)
      window.removeEventListener('keyup', onUp)
    }
  }, [element])
  return useCallback(() => !isStale.current, [])
}
