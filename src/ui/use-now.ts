import { useSyncExternalStore } from 'react'

/** The subscribers of the one timer for all ages on screen. The timer stops while the page is hidden. */
const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function update() {
  const shouldRun = listeners.size > 0 && !document.hidden
  if (shouldRun && timer === undefined) {
    timer = setInterval(tick, 1000)
    tick()
  } else if (!shouldRun && timer !== undefined) {
    clearInterval(timer)
    timer = undefined
  }
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) document.addEventListener('visibilitychange', update)
  listeners.add(listener)
  update()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', update)
    update()
  }
}

/**
 * Milliseconds since 1970, updated every second. `toShown` reduces it, so that a view renders again only when
 * its displayed value changes.
 */
export const useNow = <T extends string | number>(toShown: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => toShown(now))
