import type { UnobservedPage } from './unobserved-page'

const FRAMES = 300

declare global {
  /** Milliseconds from the start of the load until the first rows are painted. */
  // oxlint-disable-next-line no-var
  var firstRows: Promise<number>
}

/** Runs in the page before its own code and sets `firstRows`. */
export function watchRows(): void {
  globalThis.firstRows = new Promise<number>((resolve) => {
    const look = () => {
      if (!document.querySelector('[role="row"][data-row]')) return requestAnimationFrame(look)
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve(performance.now()))
      channel.port1.start()
      // A frame that has begun is painted before the next task.
      return channel.port2.postMessage(undefined)
    }
    requestAnimationFrame(look)
  })
}

/**
 * Scrolls 300 frames of 120 px, like a fast wheel, with a pause every thirty frames; reverses at the end.
 * @returns milliseconds of each frame
 */
export const scrollGrid = (page: Pick<UnobservedPage, 'evaluate'>): Promise<number[]> =>
  page.evaluate(async (count) => {
    const grid = document.querySelector('[role="grid"], [role="treegrid"]')
    // Runs in the page, so it cannot use outer variables.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const gaps: number[] = []
    let by = 120
    let last = await frame()
    for (let at = 0; at < count; at++) {
      if (at % 50 < 30) {
        const before = grid?.scrollTop
        grid?.scrollBy(0, by)
        if (grid?.scrollTop === before) by = -by
      }
      const now = await frame()
      gaps.push(now - last)
      last = now
    }
    return gaps
  }, FRAMES)
