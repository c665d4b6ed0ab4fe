import { tooManyAttempts } from '../limits/limits'

/**
 * Runs at most `atOnce` tasks at a time; the others wait in order.
 * @throws {IdentityError} 429 when `waiting` tasks are waiting already, unless `mayWait` is set.
 */
export function limitConcurrency({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>, { mayWait = false } = {}): Promise<T> {
    if (running < atOnce) running++
    else if (queue.length >= waiting && !mayWait) throw tooManyAttempts(1000)
    // A finished task passes its slot directly to the next one, so that no newcomer takes it.
    else await new Promise<void>((resolve) => queue.push(resolve))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
