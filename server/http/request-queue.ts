/** Requests of one person that run at the same time. Two keep the database busy while a response is built. */
export const MOST_RUNNING = 2
/** Further requests of one person that may wait. */
export const MOST_WAITING = 200

/**
 * Limits the running requests per person, so that no person delays others by more than that.
 * @returns a function that runs the work when it is this person's turn. When too many of their requests wait, it
 * returns `tooMany` with a `Retry-After`.
 */
export function createRequestQueue(tooMany: () => Response) {
  /** Queues by person. People without requests have no entry. */
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  return async (person: string, signal: AbortSignal, work: () => Promise<Response>): Promise<Response> => {
    const queue = queues.get(person) ?? { running: 0, waiting: [] }
    queues.set(person, queue)
    if (queue.waiting.length >= MOST_WAITING) {
      const refused = tooMany()
      refused.headers.set('Retry-After', '1')
      return refused
    }
    if (queue.running < MOST_RUNNING) queue.running++
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    try {
      // Skips the work if the client disconnected while waiting.
      return signal.aborted ? new Response(null, { status: 499 }) : await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(person)
    }
  }
}
