import { createWorkerPool, WorkerFailure } from '../threads/worker-pool'
import type { ExpressionResult, ExpressionRequest } from './evaluate'

/**
 * Evaluates an expression. Never rejects.
 * @param owner on whose behalf, such as a canary or a playbook. Costly expressions delay those of the same owner, who has
 *   a limited time per minute.
 */
export type Evaluate = (question: ExpressionRequest, owner?: string) => Promise<ExpressionResult>

/** Evaluates on behalf of one owner. */
export const evaluateFor =
  (evaluate: Evaluate, owner: string): Evaluate =>
  (question) =>
    evaluate(question, owner)

type Evaluator = {
  evaluate: Evaluate
  /** Ends the threads; waiting expressions get no result. */
  stop(): Promise<void>
}

/** Ten thousand times the usual duration. */
const DEADLINE_MS = 2000
/** Each owner may use this time at once, and again in each minute. Common expressions take a fifth of a millisecond. */
const BUDGET_MS = 10_000
/** One more than a single costly expression can occupy. */
const THREADS = 2
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }

const costly = (message: string) => ({ kind: 'undecided', message, isCostly: true }) as const
const unavailable = (message: string) => ({ kind: 'undecided', message, isTemporary: true }) as const

function describe({ reason, message }: WorkerFailure) {
  if (reason === 'slow') return costly(`the expression, which ${message}`)
  // Not the fault of this expression: it is evaluated again as soon as there is time.
  if (reason === 'exhausted') return unavailable(`expressions now, since their owner ${message}`)
  if (reason === 'ended') return costly(`the expression, which ended its thread: ${message}`)
  return unavailable(`expressions, whose thread is not available: ${message}`)
}

/** Evaluates expressions in threads, since an expression that people write may take any time. */
export function createEvaluator({
  workerUrl,
  deadlineMs = DEADLINE_MS,
  budgetMs = BUDGET_MS,
  now,
}: {
  workerUrl: URL
  deadlineMs?: number
  budgetMs?: number
  now?: () => number
}): Evaluator {
  const { ask, stop } = createWorkerPool<ExpressionRequest, ExpressionResult>({
    workerUrl,
    size: THREADS,
    deadlineMs,
    resourceLimits,
    budgetMs,
    ...(now && { now }),
  })
  return {
    evaluate: (question, owner = '') =>
      ask(question, owner).catch((error: unknown) => {
        if (error instanceof WorkerFailure) return describe(error)
        throw error
      }),
    stop,
  }
}
