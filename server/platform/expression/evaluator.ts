import { Worker } from 'node:worker_threads'
import type { ExpressionResult, ExpressionRequest } from './evaluate'

/** Evaluates an expression. Never rejects. */
export type Evaluate = (question: ExpressionRequest) => Promise<ExpressionResult>

type Evaluator = {
  evaluate: Evaluate
  /** Ends the thread; waiting expressions get no result. */
  stop(): Promise<void>
}

/** Ten thousand times the usual duration. Wall-clock time, since Node 20 does not report a thread's own time. */
const DEADLINE_MS = 2000
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

type Waiting = { question: ExpressionRequest; answer(answer: ExpressionResult): void }

const undecided = (message: string) => ({ kind: 'undecided', message }) as const

/**
 * Evaluates expressions one after another in a worker, which starts with the first. An expression that takes too much
 * time or memory ends the worker, and the next one gets another.
 * @param workerUrl the built worker: a `.js` file, since worker threads cannot load TypeScript.
 */
export function createEvaluator({
  workerUrl,
  deadlineMs = DEADLINE_MS,
}: {
  workerUrl: URL
  deadlineMs?: number
}): Evaluator {
  const waiting: Waiting[] = []
  let thread: { worker: Worker; isReady: boolean } | undefined
  let current: { waiting: Waiting; timer: NodeJS.Timeout } | undefined
  let isStopped = false

  const finish = (answer: ExpressionResult) => {
    if (current === undefined) return
    clearTimeout(current.timer)
    const { waiting: done } = current
    current = undefined
    done.answer(answer)
  }

  const end = async () => {
    const ended = thread
    thread = undefined
    await ended?.worker.terminate()
  }

  const startThread = () => {
    const worker = new Worker(workerUrl, { resourceLimits })
    const started = { worker, isReady: false }
    thread = started
    // The worker does not keep the process alive.
    worker.unref()
    worker.on('message', (message: ExpressionResult | 'ready') => {
      if (thread !== started) return
      if (message === 'ready') started.isReady = true
      else finish(message)
      next()
    })
    worker.on('error', (error) => {
      if (thread !== started) return
      thread = undefined
      if (current) finish({ ...undecided(`the expression, which ended its thread: ${error.message}`), isCostly: true })
      // The worker did not start: expressions must not wait forever.
      else waiting.shift()?.answer(undecided(`expressions, whose thread does not start: ${error.message}`))
      next()
    })
  }

  const next = () => {
    if (current || waiting.length === 0 || isStopped) return
    if (!thread) return startThread()
    if (!thread.isReady) return
    const first = waiting.shift()
    if (!first) return
    const timer = setTimeout(() => {
      void end()
      finish({ ...undecided(`the expression, which takes longer than ${deadlineMs / 1000} s`), isCostly: true })
      next()
    }, deadlineMs)
    current = { waiting: first, timer }
    thread.worker.postMessage(first.question)
  }

  return {
    evaluate: (question) =>
      new Promise((answer) => {
        if (isStopped) return answer(undecided('expressions, which are not evaluated while the server stops'))
        waiting.push({ question, answer })
        next()
      }),
    stop: async () => {
      isStopped = true
      finish(undecided('the expression, since the server stopped'))
      for (const { answer } of waiting.splice(0)) answer(undecided('the expression, since the server stopped'))
      await end()
    },
  }
}
