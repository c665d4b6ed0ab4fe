import { Worker } from 'node:worker_threads'
import { type DatabaseConnection, DatabaseError, type DatabaseRow, createQueuedDb } from './db'

export type WorkerSettings = { folder: string; seed?: string }
export type WorkerRequest =
  | { id: number; kind: 'query'; text: string; values: readonly (string | null)[] }
  | { id: number; kind: 'script'; text: string }
  | { id: number; kind: 'close' }
export type WorkerReply =
  | { id: number; rows: DatabaseRow[]; affected: number }
  | { id: number; error: { message: string; code?: string; detail?: string | null; hint?: string | null } }

type Settings = WorkerSettings & {
  /** The built worker: a `.js` file, because worker threads cannot load TypeScript. */
  workerUrl: URL
  /**
   * Time limit of a statement; null for offline tools, where nobody waits. The embedded Postgres supports neither
   * timeouts nor cancelling.
   */
  statementTimeoutMs?: number | null
  /** Same for statements of requests, because all callers wait for them. */
  requestTimeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_REQUEST_TIMEOUT_MS = 10_000

/** Opens the embedded Postgres in a worker thread. Rejects when the data folder cannot be opened. */
export async function openPgliteWorker({
  workerUrl,
  statementTimeoutMs = DEFAULT_TIMEOUT_MS,
  requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
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
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new DatabaseError('canceling statement due to statement timeout', '57014')),
        limitMs
      )
    })
    try {
      return await Promise.race([thread.ask(request), late])
    } catch (error) {
      // Ending the thread is the only way to stop a running statement. Postgres recovers when reopened.
      if (error instanceof DatabaseError && error.code === '57014') await reopen()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  const connection: DatabaseConnection = {
    query: (text, values, limitMs) => guarded({ kind: 'query', text, values }, limitMs),
    script: async (text) => void (await guarded({ kind: 'script', text })),
    close: async () => {
      if (closed) return
      closed = true
      await thread.ask({ kind: 'close' }).catch(() => {})
      await thread.stop()
    },
  }
  return createQueuedDb(connection, requestTimeoutMs)
}

type NewWorkerRequest = WorkerRequest extends infer Q ? (Q extends WorkerRequest ? Omit<Q, 'id'> : never) : never
type Result = { rows: DatabaseRow[]; affected: number }

async function startThread(url: URL, data: WorkerSettings) {
  const worker = new Worker(url, { workerData: data })
  const waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>()
  let nextId = 1
  let alive = true

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
    else {
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
