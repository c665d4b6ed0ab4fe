import { createIdleQueue } from '../lib/idle-queue'

/** How long after a key press typing is assumed to go on; its effect is drawn by then. */
const TYPING_MS = 500

/** Prefetching, when the page is idle. */
export const idle = createIdleQueue({
  whenIdle(then) {
    // Safari has no `requestIdleCallback`.
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(() => then())
    else setTimeout(then, 0)
  },
  after: (ms, then) => void setTimeout(then, ms),
})

/** Holds the queue while somebody types. @returns ends that. */
export function holdWhileTyping(): () => void {
  let pressedAt = Number.NEGATIVE_INFINITY
  const note = () => {
    pressedAt = performance.now()
  }
  window.addEventListener('keydown', note, true)
  const release = idle.holdWhile(() => performance.now() - pressedAt < TYPING_MS)
  return () => {
    window.removeEventListener('keydown', note, true)
    release()
  }
}
