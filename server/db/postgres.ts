import { Pool, type QueryResult, types } from 'pg'
import {
  asDatabaseError,
  type Connection,
  type Db,
  inTransaction,
  type Reader,
  type Transaction,
  transactionOn,
} from './db'
import { sessionConfig } from './session'

const INT8 = 20
/** Counts fit a double; everywhere else `pg` would hand us text. */
types.setTypeParser(INT8, Number)

/** Opens a pool on an external Postgres. Rejects when it cannot be reached. */
export async function openPostgres(url: string): Promise<Db> {
  const pool = new Pool({
    ...sessionConfig(url),
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
  })
  // An idle connection that the server drops must not end the process; the next query opens another.
  pool.on('error', () => {})

  const pooled = transactionOn(connectionOf((text, values) => pool.query(text, values)))
  await pooled.script('select 1')
  const reader: Transaction & Reader = {
    ...pooled,
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        return await inTransaction(transactionOn(connectionOf((text, values) => client.query(text, values))), work)
      } finally {
        client.release()
      }
    },
  }
  return { ...reader, requests: reader, close: () => pool.end() }
}

type Send = (text: string, values?: (string | null)[]) => Promise<QueryResult>

function connectionOf(send: Send): Connection {
  const guarded: Send = async (text, values) => {
    try {
      return await send(text, values)
    } catch (error) {
      throw asDatabaseError(error)
    }
  }
  return {
    query: async (text, values) => {
      const { rows, rowCount } = await guarded(text, [...values])
      return { rows, affected: rowCount ?? 0 }
    },
    script: async (text) => void (await guarded(text)),
    close: async () => {},
  }
}
