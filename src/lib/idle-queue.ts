/** What the queue is told of the world: a browser's, or one made up. */
export type IdleScheduler = {
  /** Calls back when nothing else is to be done. */
  whenIdle(then: () => void): void
  after(ms: number, then: () => void): void
}

/** How long nothing may have been going on before something is begun. The frame that shows what came last is drawn by then. */
export const PAUSE_MS = 200

export type IdleQueue = {
  /** Does it when it is its turn. A failure is nobody's concern. @returns takes it back, unless it has begun. */
  add(work: () => Promise<unknown>): () => void
  /** Nothing is begun while this is so. @returns ends that. */
  holdWhile(isBusy: () => boolean): () => void
}

/**
 * Does what nobody waits for: one thing at a time, each when nothing else is to be done, after a pause in which nothing
 * was going on.
 */
export function createIdleQueue({ whenIdle, after }: IdleScheduler): IdleQueue {
  const waiting = new Set<() => Promise<unknown>>()
  const holds = new Set<() => boolean>()
  let isRunning = false
  let wasQuiet = false

  const isQuiet = () => ![...holds].some((isBusy) => isBusy())
  const lookLater = () => {
    after(PAUSE_MS, () => whenIdle(() => void look()))
  }
  async function look() {
    const [work] = waiting
    if (!work) {
      isRunning = false
      return
    }
    const isBegun = wasQuiet && isQuiet()
    wasQuiet = isQuiet()
    if (isBegun) {
      waiting.delete(work)
      await work().catch(() => undefined)
    }
    lookLater()
  }

  return {
    add(work) {
      waiting.add(work)
      if (!isRunning) {
        isRunning = true
        wasQuiet = false
        lookLater()
      }
      return () => void waiting.delete(work)
    },
    holdWhile(isBusy) {
      holds.add(isBusy)
      return () => void holds.delete(isBusy)
    },
  }
}
