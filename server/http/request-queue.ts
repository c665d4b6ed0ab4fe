/** Requests of one person that run at the same time. Two keep the database busy while a response is built. */
export const MOST_RUNNING = 2
/** Further requests of one person that may wait. */
export const MOST_WAITING = 200
/** Time that a request may wait for its turn. */
const MOST_WAITING_MS = 10_000

/** Why a request does not get its turn. */
export type Refusal = { status: 429 | 503; message: string }

/**
 * Limits the running requests per person, so that no person delays others by more than that.
 * @param refuse the response to a request that does not get its turn; the queue adds `Retry-After`.
 * @returns a function that runs the work when it is this person's turn, or refuses it when too many of their requests
 * wait, or when it waited too long.
 */
export function createRequestQueue(mostWaitingMs = MOST_WAITING_MS) {
  /** Queues by person. People without requests have no entry. */
  const queues = new Map<string, { running: number; waiting: Set<() => void> }>()

  return async <T>(
    person: string,
    signal: AbortSignal,
    work: () => Promise<T>,
    refuse: (refusal: Refusal) => Response
  ): Promise<T | Response> => {
    const queue = queues.get(person) ?? { running: 0, waiting: new Set() }
    queues.set(person, queue)
    const refused = (status: Refusal['status'], message: string) => {
      const response = refuse({ status, message })
      response.headers.set('Retry-After', '1')
      return response
    }
    if (queue.waiting.size >= MOST_WAITING)
      return refused(429, `More than ${MOST_WAITING} of your requests are waiting`)
    if (queue.running < MOST_RUNNING) queue.running++
    else if (!(await isNext(queue.waiting, mostWaitingMs)))
      return refused(503, 'The request waited too long for your other requests')
    try {
      // Skips the work if the client disconnected while waiting.
      return signal.aborted ? new Response(null, { status: 499 }) : await work()
    } finally {
      const [next] = queue.waiting
      if (next) {
        queue.waiting.delete(next)
        next()
      } else if (--queue.running === 0) queues.delete(person)
    }
  }
}

/** Waits for a turn. @returns whether it came in time. */
const isNext = (waiting: Set<() => void>, mostMs: number) =>
  new Promise<boolean>((resolve) => {
    const begin = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      waiting.delete(begin)
      resolve(false)
    }, mostMs)
    waiting.add(begin)
  })
