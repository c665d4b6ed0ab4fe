/** The timers of the queue. Tests inject their own. */
type IdleScheduler = {
  /** Calls back when the browser is idle. */
  whenIdle(then: () => void): void
  after(ms: number, then: () => void): void
}

/** Duration of the quiet pause before work starts, within which the latest change is rendered. */
export const PAUSE_MS = 200

type IdleQueue = {
  /** Queues work and ignores its failures. @returns a function that removes it, unless it has started. */
  add(work: () => Promise<unknown>): () => void
  /** Prevents new work while `isBusy` returns true. @returns a function that removes the condition. */
  holdWhile(isBusy: () => boolean): () => void
}

/** Runs background work sequentially, each task when the browser is idle after a quiet pause. */
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
