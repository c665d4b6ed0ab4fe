import { afterEach, vi } from 'vitest'

// Test files share a process and its modules: the next one meets what the last one left.
afterEach(({ task }) => {
  if (!vi.isFakeTimers()) return
  vi.useRealTimers()
  throw new Error(`"${task.name}" leaves the timers faked.`)
})
