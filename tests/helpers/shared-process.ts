import { afterEach, vi } from 'vitest'

// Test files share a process and its modules, so leftovers of one affect the next.
afterEach(({ task }) => {
  // Vitest does this only before the next test, when the modules of the next file are already loaded.
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (!vi.isFakeTimers()) return
  vi.useRealTimers()
  throw new Error(`"${task.name}" leaves the timers faked.`)
})
