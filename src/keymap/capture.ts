import { normalise } from './normalise'
import type { Press } from './press'

let takers = 0

/** A key is being recorded or looked up, so presses run no commands. */
export const isTaken = () => takers > 0

/**
 * Takes every key press until released. Compositions, bare modifiers and dead keys are passed on.
 * @param take the ways to read the press; answers whether it kept it, so that Tab may still move on
 */
export function takePresses(take: (readings: readonly Press[], event: KeyboardEvent) => boolean): () => void {
  takers += 1
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return
    const readings = normalise(event)
    if (readings.length === 0 || !take(readings, event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKeyDown, true)
  let isReleased = false
  return () => {
    if (isReleased) return
    isReleased = true
    takers -= 1
    window.removeEventListener('keydown', onKeyDown, true)
  }
}
