/** Answers of one person that are worked at, at a time. Two keep the database busy while an answer is made ready. */
export const AT_A_TIME = 2
/** Further requests of one person that wait. */
export const MOST_WAITING = 200

/**
 * Lets everybody have a few requests worked at, so that nobody waits for more than that of anybody else.
 * @returns a function that works when it is the turn of whoever asks; when too many of theirs wait, the answer is `tooMany`, with when to come again.
 */
export function createTurns(tooMany: () => Response) {
  /** What waits, by person. Whoever has nothing here has nothing under way. */
  const queues = new Map<string, { underWay: number; waiting: (() => void)[] }>()

  return async (person: string, signal: AbortSignal, work: () => Promise<Response>): Promise<Response> => {
    const queue = queues.get(person) ?? { underWay: 0, waiting: [] }
    queues.set(person, queue)
    if (queue.waiting.length >= MOST_WAITING) {
      const refused = tooMany()
      refused.headers.set('Retry-After', '1')
      return refused
    }
    if (queue.underWay < AT_A_TIME) queue.underWay++
    else await new Promise<void>((resolve) => queue.waiting.push(resolve))
    try {
      // Whoever left while waiting gets nothing made.
      return signal.aborted ? new Response(null, { status: 499 }) : await work()
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.underWay === 0) queues.delete(person)
    }
  }
}
