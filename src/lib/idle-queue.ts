/** The timers that the queue uses; tests inject their own. */
export type IdleScheduler = {
  /** Calls back when nothing else is to be done. */
  whenIdle(then: () => void): void
  after(ms: number, then: () => void): void
}

/** How long it must have been quiet before work starts; the latest change is drawn by then. */
export const PAUSE_MS = 200

export type IdleQueue = {
  /** Queues work, whose failures are ignored. @returns removes it again, unless it has started. */
  add(work: () => Promise<unknown>): () => void
  /** No work starts while `isBusy` gives true. @returns removes the condition. */
  holdWhile(isBusy: () => boolean): () => void
}

/**
 * Runs background work one at a time, each when the browser is idle, after a quiet
 * pause.
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
