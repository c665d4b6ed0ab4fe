import { Worker } from 'node:worker_threads'
import { within } from '../../platform/within'
import {
  CANCELLED,
  type DatabaseConnection,
  DatabaseError,
  type DatabaseRow,
  createQueuedDb,
  REQUEST_LIMITS,
  type RequestLimits,
} from './db'
import { createInterrupt, type InterruptAddresses } from './shared-memory'

export type WorkerSettings = { folder: string; seed?: string }
export type WorkerRequest =
  | { id: number; kind: 'query'; text: string; values: readonly (string | null)[] }
  | { id: number; kind: 'script'; text: string }
  | { id: number; kind: 'close' }
/** The first reply, after opening. */
type WorkerReady = { id: 0; memory: ArrayBufferLike; addresses: InterruptAddresses }
export type WorkerReply =
  | WorkerReady
  | { id: number; rows: DatabaseRow[]; affected: number }
  | { id: number; error: { message: string; code?: string; detail?: string | null; hint?: string | null } }

type Settings = WorkerSettings & {
  /** The built worker: a `.js` file, because worker threads cannot load TypeScript. */
  workerUrl: URL
  /** Time limit of a statement, in milliseconds; null for offline tools, where nobody waits. */
  statementTimeoutMs?: number | null
  /** Same for statements of requests. */
  requestLimits?: RequestLimits
}

const DEFAULT_TIMEOUT_MS = 30_000
/** Postgres ends a cancelled statement within milliseconds. One that does not end is stuck. */
const CANCELLED_WITHIN_MS = 2000

/** Opens the embedded Postgres in a worker thread. Rejects when the data folder cannot be opened. */
export async function openPgliteWorker({
  workerUrl,
  statementTimeoutMs = DEFAULT_TIMEOUT_MS,
  requestLimits = REQUEST_LIMITS,
  ...data
}: Settings) {
  let thread = await startThread(workerUrl, data)
  let closed = false

  const reopen = async () => {
    await thread.stop()
    thread = await startThread(workerUrl, { folder: data.folder })
  }

  const guarded = async (request: NewWorkerRequest, limitMs = statementTimeoutMs) => {
    if (closed) throw new Error('The database is closed')
    // A dead worker (out of memory, or a failed reopen) is replaced by the next caller.
    if (!thread.alive()) await reopen()
    if (limitMs === null) return thread.ask(request)
    const answer = thread.ask(request)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      thread.cancel()
    }, limitMs)
    try {
      const result = await within(answer, limitMs + CANCELLED_WITHIN_MS)
      if (result) return result
      // Ending the thread is the only way to stop a stuck statement. Postgres recovers when reopened.
      await reopen()
      throw lateError()
    } catch (error) {
      throw isLate && error instanceof DatabaseError && error.code === CANCELLED ? lateError() : error
    } finally {
      clearTimeout(timer)
    }
  }

  const connection: DatabaseConnection = {
    query: (text, values, limitMs) => guarded({ kind: 'query', text, values }, limitMs),
    script: async (text) => void (await guarded({ kind: 'script', text })),
    cancel: () => thread.cancel(),
    close: async () => {
      if (closed) return
      closed = true
      await thread.ask({ kind: 'close' }).catch(() => {})
      await thread.stop()
    },
  }
  return createQueuedDb(connection, requestLimits)
}

const lateError = () => new DatabaseError('canceling statement due to statement timeout', CANCELLED)

type NewWorkerRequest = WorkerRequest extends infer Q ? (Q extends WorkerRequest ? Omit<Q, 'id'> : never) : never
type Result = { rows: DatabaseRow[]; affected: number }

async function startThread(url: URL, data: WorkerSettings) {
  const worker = new Worker(url, { workerData: data })
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>()
  let nextId = 1
  let alive = true

  let cancel: (() => void) | undefined

  const opened = new Promise<Result>((resolve, reject) => waiting.set(0, { resolve, reject }))
  const failAll = (error: Error) => {
    alive = false
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (reply: WorkerReply) => {
    const asker = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (!asker) return
    if ('rows' in reply) asker.resolve(reply)
    else if ('addresses' in reply) {
      cancel = createInterrupt(reply.memory, reply.addresses).cancel
      asker.resolve({ rows: [], affected: 0 })
    } else {
      const { message, code, detail, hint } = reply.error
      asker.reject(code === undefined ? new Error(message) : new DatabaseError(message, code, detail, hint))
    }
  })
  worker.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => failAll(new Error('The embedded database stopped')))

  try {
    await opened
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return {
    alive: () => alive,
    cancel: () => cancel?.(),
    ask: (request: NewWorkerRequest) =>
      new Promise<Result>((resolve, reject) => {
        if (!alive) return reject(new Error('The embedded database stopped'))
        const id = nextId++
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, ...request } satisfies WorkerRequest)
      }),
    stop: async () => {
      alive = false
      await worker.terminate()
    },
  }
}
