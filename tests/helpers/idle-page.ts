import type { Page, Request } from 'playwright/test'

/**
 * Milliseconds without a change after which a page is idle, and the limit for pages that never are, such as one with a
 * clock.
 */
const REST = 80
const RESTLESS = 2000
/** Milliseconds within which timers belong to the current display: a tooltip, a search shortly after typing. */
const SOON = 1000

declare global {
  /** Timers that will fire soon. */
  var soon: Set<unknown>
}

/**
 * Watches a page from its next load on.
 * @returns a function that waits until the page is complete: its code is loaded, animations have ended, no timer is due
 * soon, and nothing was rendered for a while. Pages that are never idle get two seconds.
 */
export async function watchUntilIdle(page: Page): Promise<() => Promise<void>> {
  const coming = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'script' && coming.add(request))
  page.on('requestfinished', (request) => coming.delete(request))
  page.on('requestfailed', (request) => coming.delete(request))

  await page.addInitScript((mostMs) => {
    const { setTimeout, clearTimeout } = globalThis
    globalThis.soon = new Set()
    globalThis.setTimeout = ((act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
      const timer = setTimeout(() => {
        globalThis.soon.delete(timer)
        act(...args)
      }, ms)
      if (ms <= mostMs) globalThis.soon.add(timer)
      return timer
    }) as typeof setTimeout
    globalThis.clearTimeout = (timer) => {
      globalThis.soon.delete(timer)
      clearTimeout(timer)
    }
  }, SOON)

  return async () => {
    do await page.evaluate(untilRest, [REST, RESTLESS] as const)
    while (coming.size > 0)
  }
}

const untilRest = ([restMs, mostMs]: readonly [number, number]) =>
  new Promise<void>((resolve) => {
    const begun = performance.now()
    let changed = begun
    const observer = new MutationObserver(() => (changed = performance.now()))
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    // Sent to the page, so it cannot use outer variables.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const isMoving = () =>
      document
        .getAnimations()
        .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    const look = () => {
      const now = performance.now()
      const isAtRest = now - changed >= restMs && globalThis.soon.size === 0 && !isMoving()
      if (!isAtRest && now - begun < mostMs) return requestAnimationFrame(look)
      observer.disconnect()
      resolve()
    }
    look()
  })
