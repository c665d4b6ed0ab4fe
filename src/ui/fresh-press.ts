import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Whether the current press began here. A held key that opened this view repeats, and
 * must not activate what it opened. A click without any key counts: screen readers and voice control send those.
 */
export function useFreshPress(element: RefObject<HTMLElement | null>): () => boolean {
  const isStale = useRef(false)
  useEffect(() => {
    const box = element.current
    let hasBegun = false
    const onDown = ({ repeat }: KeyboardEvent) => {
      hasBegun ||= !repeat
      isStale.current = !hasBegun
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
