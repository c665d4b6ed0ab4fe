import type { Sql } from './sql'

/**
 * What Postgres answered. `int8` arrives as a number, `numeric` as text, times as `Date`, JSON parsed.
 * @see connection in pglite-connection.ts and postgres.ts, which agree on this.
 */
export type Row = Record<string, unknown>

/**
 * Runs statements. Every method rejects with `DatabaseError` when Postgres refuses, and with `DatabaseUnavailableError`
 * when it does not answer.
 */
export interface Queryable {
  query<R extends Row = Row>(statement: Sql): Promise<R[]>
  /** @returns how many rows were written. */
  run(statement: Sql): Promise<number>
}

export interface Db extends Queryable {
  /** Several statements of trusted text, such as a migration. No parameters. */
  script(text: string): Promise<void>
  /**
   * Runs `work` in one transaction, rolled back when it throws. The embedded database has one connection: everybody
   * waits meanwhile, so never wait for the network inside.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** For what people ask. Where everybody waits for a running statement, these are ended (57014) sooner than others. */
  requests: Reader
  close(): Promise<void>
}

/** The database as one caller may read it: all rows, or only those they may see. */
export type Reader = Queryable & Pick<Db, 'transaction'>

/** What runs inside a transaction. */
export type Transaction = Queryable & Pick<Db, 'script'>

/** Postgres's own refusal. `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  constructor(
    message: string,
    readonly code: string,
    readonly detail: string | null = null,
    readonly hint: string | null = null
  ) {
    super(message)
  }
}

/** The database cannot be reached, or the connection to it was lost. The same may work a moment later. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/** Both drivers throw errors with these members; other errors do not come from the database and are passed on. */
export function asDatabaseError(error: unknown): unknown {
  // Only what Postgres says has a severity: the code of a broken pipe, EPIPE, looks like an SQLSTATE.
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return error
  const { code, detail, hint } = error as Error & { code: unknown; detail?: string; hint?: string }
  return new DatabaseError(error.message, String(code), detail ?? null, hint ?? null)
}

/** One connection to Postgres, which must be used by one caller at a time. */
export interface Connection {
  /** @param limitMs how long the statement may take; undefined: as long as the connection lets any. */
  query(text: string, values: readonly (string | null)[], limitMs?: number): Promise<{ rows: Row[]; affected: number }>
  script(text: string): Promise<void>
  close(): Promise<void>
}

/**
 * A `Db` over a single connection: callers take turns, a transaction holds the turn until it ends.
 * @param requestLimitMs how long a statement of a request may take.
 */
export function withQueue(connection: Connection, requestLimitMs?: number): Db {
  let last: Promise<unknown> = Promise.resolve()
  function turn<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
  const readerOn = (direct: Transaction): Reader => ({
    query: (statement) => turn(() => direct.query(statement)),
    run: (statement) => turn(() => direct.run(statement)),
    transaction: (work) => turn(() => inTransaction(direct, work)),
  })
  const direct = transactionOn(connection)
  return {
    ...readerOn(direct),
    script: (text) => turn(() => direct.script(text)),
    requests: readerOn(transactionOn(connection, requestLimitMs)),
    close: () => turn(() => connection.close()),
  }
}

/** Statements on a connection that the caller already has for itself. */
export function transactionOn(connection: Connection, limitMs?: number): Transaction {
  const send = async (statement: Sql) => {
    const { text, values } = statement.render()
    return connection.query(text, values, limitMs)
  }
  return {
    query: async <R extends Row>(statement: Sql) => (await send(statement)).rows as R[],
    run: async (statement) => (await send(statement)).affected,
    script: (text) => connection.script(text),
  }
}

export async function inTransaction<T>(direct: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await direct.script('begin')
  try {
    const result = await work(direct)
    await direct.script('commit').catch((error: unknown) => {
      throw error instanceof DatabaseUnavailableError ? uncertain(error) : error
    })
    return result
  } catch (error) {
    // The first failure is the one to report, whatever happens to the rollback.
    await direct.script('rollback').catch(() => {})
    throw error
  }
}

/** Nobody can tell whether Postgres had received a statement that would have been committed. */
export const uncertain = (cause: DatabaseUnavailableError) =>
  new DatabaseUnavailableError(
    `${cause.message} If this was a change, it may have been saved: look before you make it again.`,
    {
      cause,
    }
  )
