import { Pool, type QueryResult, types } from 'pg'
import {
  asDatabaseError,
  createDiskFailures,
  type DatabaseConnection,
  DatabaseError,
  DatabaseUnavailableError,
  type Db,
  inTransaction,
  type Reader,
  type Transaction,
  createTransaction,
  uncertainOutcomeError,
} from './db'
import { sessionConfig } from './session'

const INT8 = 20
/** Counts fit in a double; by default `pg` returns text. */
types.setTypeParser(INT8, Number)

const STATEMENT_TIMEOUT_MS = 30_000
/** Postgres cancels a statement that takes too long. Shortly after, the connection counts as lost. */
const NO_ANSWER_AFTER_MS = STATEMENT_TIMEOUT_MS + 5000
const CLOSED_WITHIN_MS = 5000

/**
 * Opens a connection pool to an external Postgres.
 * @param noAnswerAfterMs milliseconds after which the connection of a running statement is given up.
 * @throws {DatabaseUnavailableError} when it cannot be reached; the cause contains the reason.
 */
export async function openPostgres(url: string, { noAnswerAfterMs = NO_ANSWER_AFTER_MS } = {}): Promise<Db> {
  const pool = new Pool({
    ...sessionConfig(url),
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: noAnswerAfterMs,
    keepAlive: true,
  })
  // A lost connection, in use or idle, must not end the process: the next statement fails, or another connection is
  // opened.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  const disk = createDiskFailures()
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
  /** One statement, which commits by itself. */
  const single = <T>(use: (tx: Transaction) => Promise<T>): Promise<T> =>
    withClient((tx) =>
      use(tx).catch((error: unknown) => {
        throw error instanceof DatabaseUnavailableError ? uncertainOutcomeError(error) : error
      })
    )

  const reader: Reader = {
    query: (statement) => single((tx) => tx.query(statement)),
    run: (statement) => single((tx) => tx.run(statement)),
    transaction: (work, options) => withClient((tx) => inTransaction(tx, work, options)),
  }
  const db: Db = {
    ...reader,
    script: (text) => single((tx) => tx.script(text)),
    requests: reader,
    diskFullAtMs: disk.lastAtMs,
    close: () => Promise.race([pool.end(), after(CLOSED_WITHIN_MS)]),
  }
  await db.script('select 1')
  return db
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
