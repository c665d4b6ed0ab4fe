import type { Page } from 'playwright'

const FRAMES = 300

/**
 * 300 frames of 120 px, as a wheel that is turned fast, with a rest after each thirty; back once the end is there.
 * @returns milliseconds that each took
 */
export const scrollGrid = (page: Page): Promise<number[]> =>
  page.evaluate(async (count) => {
    const grid = document.querySelector('[role="grid"], [role="treegrid"]')
    // In the page, where nothing from outside of this function is.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
    const gaps: number[] = []
    let by = 120
    let last = await frame()
    for (let at = 0; at < count; at++) {
      const before = grid?.scrollTop
      if (at % 50 < 30) grid?.scrollBy(0, by)
      if (at % 50 < 30 && grid?.scrollTop === before) by = -by
      const now = await frame()
      gaps.push(now - last)
      last = now
    }
    return gaps
  }, FRAMES)
