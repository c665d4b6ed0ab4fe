import { afterEach, vi } from 'vitest'

// Test files share a process and its modules: the next one meets what the last one left.
afterEach(({ task }) => {
  // Vitest does so before the next test, when the modules of the next file have been loaded already.
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  if (!vi.isFakeTimers()) return
  vi.useRealTimers()
  throw new Error(`"${task.name}" leaves the timers faked.`)
})
