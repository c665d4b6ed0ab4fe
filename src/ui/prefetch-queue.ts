import { createIdleQueue } from '../lib/idle-queue'

/** The time after a key press during which the user is assumed to type on. Its effect has rendered by then. */
const TYPING_MS = 500

/** The queue of prefetches, which run when the page is idle. */
export const idleQueue = createIdleQueue({
  whenIdle(then) {
    // Safari has no `requestIdleCallback`.
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(() => then())
    else setTimeout(then, 0)
  },
  after: (ms, then) => void setTimeout(then, ms),
})

/** Pauses the queue while the user types. @returns a function that stops doing so */
export function pausePrefetchWhileTyping(): () => void {
  let pressedAt = Number.NEGATIVE_INFINITY
  const note = () => {
    pressedAt = performance.now()
  }
  window.addEventListener('keydown', note, true)
  const release = idleQueue.holdWhile(() => performance.now() - pressedAt < TYPING_MS)
  return () => {
    window.removeEventListener('keydown', note, true)
    release()
  }
}
