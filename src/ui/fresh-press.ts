import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * Tells whether what is pressed now was pressed here: the key that brought this to the screen, held down and repeated,
 * must not reach what it brought. A click without any key is somebody's, too: that of a screen reader, or of a voice.
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
