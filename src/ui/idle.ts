import { createIdleQueue } from '../lib/idle-queue'

/** How long after a key another may follow: what it does is drawn by then. */
const TYPING_MS = 500

/** What is fetched ahead of being asked for, when the page has nothing else to do. */
export const idle = createIdleQueue({
  whenIdle(then) {
    // Safari does not tell.
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(() => then())
    else setTimeout(then, 0)
  },
  after: (ms, then) => void setTimeout(then, ms),
})

/** Nothing is begun while somebody types. @returns ends that. */
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
