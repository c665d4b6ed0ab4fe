import { readPress } from './normalise'
import type { Press } from './press'

let captures = 0

/** Whether a key is being recorded or explained, so that presses run no commands. */
export const isCapturing = () => captures > 0

/**
 * Captures every key press until released. Compositions, bare modifiers and dead keys are passed on.
 * @param take receives the readings of a press and returns whether it handled the press, so that Tab can still move
 * focus
 */
export function capturePresses(take: (readings: readonly Press[], event: KeyboardEvent) => boolean): () => void {
  captures += 1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    const readings = readPress(event)
    if (readings.length === 0 || !take(readings, event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKeyDown, true)
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    captures -= 1
    window.removeEventListener('keydown', onKeyDown, true)
  }
}
