import { Worker, type ResourceLimits } from 'node:worker_threads'

/** Why a question has no answer. */
export class WorkerFailure extends Error {
  override name = 'WorkerFailure'
  /**
   * `slow`: it took too long. `ended`: it ended its thread. `exhausted`: its owner has used too much time. `unavailable`:
   * no thread starts, or the server stops.
   */
  readonly reason: 'slow' | 'ended' | 'exhausted' | 'unavailable'
  constructor(reason: WorkerFailure['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

type Options = {
  /** The built worker: a `.js` file, since worker threads cannot load TypeScript. */
  workerUrl: URL
  /** Number of threads. They start when they are first needed. */
  size: number
  /** Milliseconds of wall-clock time, since Node 20 does not report a thread's own time. */
  deadlineMs: number
  resourceLimits: ResourceLimits
  /** Milliseconds of thread time that each owner may use at once, and again in each minute. Unlimited if absent. */
  budgetMs?: number
  /** The clock of the budget, in milliseconds. */
  now?: () => number
}

type WorkerPool<Q, A> = {
  /**
   * Answers a question in a thread. Owners take turns, those who have used less time first, and each of them uses one
   * thread at a time.
   * @throws {WorkerFailure}
   */
  ask(question: Q, owner: string): Promise<A>
  /** Ends the threads; waiting questions fail. */
  stop(): Promise<void>
}

type Job<Q, A> = {
  question: Q
  owner: string
  answer(answer: A): void
  fail(failure: WorkerFailure): void
}

type Thread<Q, A> = {
  worker: Worker
  isReady: boolean
  current?: { job: Job<Q, A>; timer: NodeJS.Timeout; startMs: number } | undefined
}

/**
 * Runs questions in worker threads. A worker posts `ready` once, and then one answer per question. A question that
 * takes too much time or memory ends its thread only, and another one starts.
 */
export function createWorkerPool<Q, A>({
  workerUrl,
  size,
  deadlineMs,
  resourceLimits,
  budgetMs = Infinity,
  now = () => performance.now(),
}: Options): WorkerPool<Q, A> {
  const budgets = createBudgets(budgetMs, now)
  const threads = new Set<Thread<Q, A>>()
  /** Waiting jobs by owner. The owner whose turn is next comes first. */
  const waiting = new Map<string, Job<Q, A>[]>()
  let isStopped = false

  const isBusy = (owner: string) => [...threads].some(({ current }) => current?.job.owner === owner)

  const exhausted = () =>
    new WorkerFailure('exhausted', `has used its ${budgetMs / 1000} s of thread time for the last minute`)

  /** Fails the waiting jobs of owners without time. */
  const failExhausted = () => {
    for (const [owner, jobs] of waiting) {
      if (!budgets.isExhausted(owner)) continue
      waiting.delete(owner)
      for (const job of jobs) job.fail(exhausted())
    }
  }

  /**
   * The next job of the owner who has used the least time, of those without a running job. Among equals, it is the turn
   * of the others afterwards.
   */
  const takeNext = (): Job<Q, A> | undefined => {
    failExhausted()
    let first: { owner: string; usedMs: number } | undefined
    for (const owner of waiting.keys()) {
      if (isBusy(owner)) continue
      const usedMs = budgets.usedBy(owner)
      if (!first || usedMs < first.usedMs) first = { owner, usedMs }
    }
    const [job, ...others] = (first && waiting.get(first.owner)) ?? []
    if (!first || !job) return undefined
    waiting.delete(first.owner)
    if (others.length > 0) waiting.set(first.owner, others)
    return job
  }

  const finish = (thread: Thread<Q, A>): Job<Q, A> | undefined => {
    const { current } = thread
    if (current) {
      clearTimeout(current.timer)
      budgets.charge(current.job.owner, now() - current.startMs)
    }
    thread.current = undefined
    return current?.job
  }

  const end = (thread: Thread<Q, A>) => {
    threads.delete(thread)
    return thread.worker.terminate()
  }

  const startThread = () => {
    const worker = new Worker(workerUrl, { resourceLimits })
    const thread: Thread<Q, A> = { worker, isReady: false }
    threads.add(thread)
    // The worker does not keep the process alive.
    worker.unref()
    worker.on('message', (message: A | 'ready') => {
      if (!threads.has(thread)) return
      if (message === 'ready') thread.isReady = true
      else finish(thread)?.answer(message)
      next()
    })
    worker.on('error', (error) => {
      if (!threads.delete(thread)) return
      const job = finish(thread)
      if (job) job.fail(new WorkerFailure('ended', error.message))
      // The thread did not start: questions must not wait for ever.
      else takeNext()?.fail(new WorkerFailure('unavailable', error.message))
      next()
    })
  }

  const run = (thread: Thread<Q, A>, job: Job<Q, A>) => {
    const timer = setTimeout(() => {
      finish(thread)?.fail(new WorkerFailure('slow', `takes longer than ${deadlineMs / 1000} s`))
      void end(thread)
      next()
    }, deadlineMs)
    thread.current = { job, timer, startMs: now() }
    thread.worker.postMessage(job.question)
  }

  const next = () => {
    if (isStopped) return
    for (const thread of threads) {
      if (!thread.isReady || thread.current) continue
      const job = takeNext()
      if (!job) return
      run(thread, job)
    }
    const hasWork = [...waiting.keys()].some((owner) => !isBusy(owner))
    const isStarting = [...threads].some(({ isReady }) => !isReady)
    if (hasWork && !isStarting && threads.size < size) startThread()
  }

  return {
    ask: (question, owner) =>
      new Promise((answer, fail) => {
        if (isStopped) return fail(new WorkerFailure('unavailable', 'the server is stopping'))
        if (budgets.isExhausted(owner)) return fail(exhausted())
        const job = { question, owner, answer, fail }
        const mine = waiting.get(owner)
        if (mine) mine.push(job)
        else waiting.set(owner, [job])
        next()
      }),
    async stop() {
      isStopped = true
      const stopping = new WorkerFailure('unavailable', 'the server is stopping')
      for (const job of [...waiting.values()].flat()) job.fail(stopping)
      waiting.clear()
      const ending = [...threads]
      for (const thread of ending) finish(thread)?.fail(stopping)
      await Promise.all(ending.map(end))
    },
  }
}

const MINUTE_MS = 60_000
/** Above this number of owners, those without used time are forgotten. */
const MANY_OWNERS = 1000

/** The time that owners have used. It is forgotten at the rate of one budget per minute. */
function createBudgets(budgetMs: number, now: () => number) {
  const used = new Map<string, { ms: number; at: number }>()
  const usedBy = (owner: string) => {
    const known = used.get(owner)
    return known ? Math.max(0, known.ms - ((now() - known.at) / MINUTE_MS) * budgetMs) : 0
  }
  return {
    usedBy,
    isExhausted: (owner: string) => usedBy(owner) >= budgetMs,
    charge(owner: string, ms: number) {
      if (budgetMs === Infinity) return
      used.set(owner, { ms: usedBy(owner) + ms, at: now() })
      if (used.size > MANY_OWNERS) for (const one of used.keys()) if (usedBy(one) === 0) used.delete(one)
    },
  }
}
