import { Pool, type QueryResult, types } from 'pg'
import {
  asDatabaseError,
  createDiskFailures,
  type DatabaseConnection,
  DatabaseError,
  DatabaseUnavailableError,
  type Db,
  type DiskFailures,
  inTransaction,
  REQUEST_LIMITS,
  type RequestLimits,
  type Transaction,
  createTransaction,
  uncertainOutcomeError,
} from './db'
import { sessionConfig } from './session'
import { createTurns, MOST_WAITING_MS } from './turns'

const INT8 = 20
/** Counts fit in a double; by default `pg` returns text. */
types.setTypeParser(INT8, Number)

const STATEMENT_TIMEOUT_MS = 30_000
/** Postgres cancels a statement that takes too long. Shortly after, the connection counts as lost. */
const NO_ANSWER_AFTER_TIMEOUT_MS = 5000
const CLOSED_WITHIN_MS = 5000
/** Connections for reads of requests, and as many for everything else. */
const CONNECTIONS = 5
/** Connections of each kind that the requests of one person use. The others remain for other people. */
const MOST_PER_PERSON = 2

type Options = {
  /** Milliseconds after which the connection of a running statement is given up. */
  noAnswerAfterMs?: number
  requestLimits?: RequestLimits
}

/**
 * Opens connections to an external Postgres.
 * @throws {DatabaseUnavailableError} when it cannot be reached; the cause contains the reason.
 */
export async function openPostgres(
  url: string,
  { noAnswerAfterMs, requestLimits: { readMs, writeMs } = REQUEST_LIMITS }: Options = {}
): Promise<Db> {
  const disk = createDiskFailures()
  const own = openPool(url, disk, STATEMENT_TIMEOUT_MS, noAnswerAfterMs)
  // One processor for each read: the parallel workers of a long one would take them from the others.
  const reads = openPool(url, disk, readMs, noAnswerAfterMs, { max_parallel_workers_per_gather: 0 })
  const db: Db = {
    query: (statement) => own.single((tx) => tx.query(statement)),
    run: (statement) => own.single((tx) => tx.run(statement)),
    transaction: (work, options) => own.use((tx) => inTransaction(tx, work, options)),
    script: (text) => own.single((tx) => tx.script(text)),
    requests: {
      query: (statement) => reads.single((tx) => tx.query(statement), MOST_WAITING_MS),
      run: (statement) =>
        own.use((tx) => inTransaction(tx, (inside) => inside.run(statement), { limitMs: writeMs }), MOST_WAITING_MS),
      transaction: (work, options) =>
        options?.isReadOnly
          ? reads.use((tx) => inTransaction(tx, work, options), MOST_WAITING_MS)
          : own.use((tx) => inTransaction(tx, work, { limitMs: writeMs }), MOST_WAITING_MS),
    },
    diskFullAtMs: disk.lastAtMs,
    close: async () => void (await Promise.all([own.close(), reads.close()])),
  }
  await db.script('select 1')
  return db
}

/** A pool of connections, at which owners take turns. */
function openPool(
  url: string,
  disk: DiskFailures,
  statementTimeoutMs: number,
  noAnswerAfterMs = statementTimeoutMs + NO_ANSWER_AFTER_TIMEOUT_MS,
  session: Readonly<Record<string, number>> = {}
) {
  const turns = createTurns(CONNECTIONS, MOST_PER_PERSON)
  const pool = new Pool({
    ...sessionConfig(url, session),
    max: CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: noAnswerAfterMs,
    keepAlive: true,
  })
  // A lost connection, in use or idle, must not end the process: the next statement fails, or another connection is
  // opened.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  /** Passes a pooled connection to `use`. A lost connection is not reused. */
  const withClient = async <T>(use: (tx: Transaction) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailableError('The database does not respond.', { cause: error })
    })
    let isLost = false
    const send: Send = async (text, values) => {
      try {
        return await client.query(text, values)
      } catch (error) {
        const failure = failureOf(error)
        isLost ||= failure instanceof DatabaseUnavailableError
        throw failure
      }
    }
    try {
      return await use(createTransaction(disk.watch(connectionOf(send))))
    } finally {
      // Destroyed, because a hanging connection does not close on request.
      if (isLost) client.connection.stream.destroy()
      client.release(isLost)
    }
  }
  const use = <T>(work: (tx: Transaction) => Promise<T>, mostWaitingMs?: number): Promise<T> =>
    turns.take(() => withClient(work), { mostWaitingMs })
  return {
    use,
    /** One statement, which commits by itself. */
    single: <T>(work: (tx: Transaction) => Promise<T>, mostWaitingMs?: number): Promise<T> =>
      use(
        (tx) =>
          work(tx).catch((error: unknown) => {
            throw error instanceof DatabaseUnavailableError ? uncertainOutcomeError(error) : error
          }),
        mostWaitingMs
      ),
    close: () => Promise.race([pool.end(), after(CLOSED_WITHIN_MS)]),
  }
}

type Send = (text: string, values?: (string | null)[]) => Promise<QueryResult>

const connectionOf = (send: Send): DatabaseConnection => ({
  query: async (text, values) => {
    const { rows, rowCount } = await send(text, [...values])
    return { rows, affected: rowCount ?? 0 }
  },
  script: async (text) => void (await send(text)),
  close: async () => {},
})

/**
 * SQLSTATEs after which the connection is lost or none is available: connection exceptions, lack of resources other than
 * a full disk, and a server that stops or starts.
 */
const isAway = /^(?:08|53(?!100)|57P0)/

function failureOf(error: unknown): unknown {
  const refusal = asDatabaseError(error)
  if (refusal instanceof DatabaseError && !isAway.test(refusal.code)) return refusal
  return new DatabaseUnavailableError('The connection to the database was lost.', { cause: error })
}

/** A hanging connection would keep the process from stopping. */
const after = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())
