import type { AccessObject } from '@/shared/access/policy'
import type { Sql } from './sql'
import { createTurns, DatabaseBusyError, MOST_WAITING_MS, type Turn, type TurnClock } from './turns'

/**
 * A row from Postgres. `int8` is a number, `numeric` a text, times are `Date`s, JSON is parsed.
 * @see connection in pglite-connection.ts and postgres.ts, which agree on this.
 */
export type DatabaseRow = Record<string, unknown>

/**
 * Runs statements. Every method rejects with `DatabaseError` when Postgres refuses a statement, and with
 * `DatabaseUnavailableError` when it does not respond.
 */
export interface Queryable {
  query<R extends DatabaseRow = DatabaseRow>(statement: Sql): Promise<R[]>
  /** @returns the number of rows written. */
  run(statement: Sql): Promise<number>
}

export interface Db extends Queryable {
  /** Runs several statements of trusted text, such as a migration. No parameters. */
  script(text: string): Promise<void>
  /**
   * Runs `work` in one transaction, rolled back when it throws. The embedded database has one connection and all
   * callers wait, so never wait for the network inside.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * For requests of users, which wait for their turn for a limited time only. Statements are cancelled (57014) sooner
   * than others: those of `query` and of read-only transactions, which are reads, after three seconds. On the embedded
   * database, reads and repeatable transactions also give way to waiting requests of people who used the database less,
   * and are then repeated.
   */
  requests: Reader
  /** When a statement last failed because the disk of the database was full, in milliseconds since 1970. */
  diskFullAtMs(): number | undefined
  close(): Promise<void>
}

export type TransactionOptions = {
  /** Postgres refuses every write (25006), and nothing remains: neither a setting of the session nor a notification. */
  isReadOnly?: boolean
  /** The work has no effect outside the database, so that it may be rolled back and done again. Reads have none. */
  isRepeatable?: boolean
}

/** A database to read from and write to. */
export type Reader = Queryable & Pick<Db, 'transaction'>

declare const isDecided: unique symbol
/**
 * The database as one person may read it: all rows, or only the accessible ones. Whatever reads on behalf of a person
 * takes this type. Only `server/identity/access/reader.ts` creates it, so the whole database cannot be passed by
 * mistake.
 */
export type PersonReader = Reader & {
  /** Whether no stored denial hides an object. Rows of a denied object read as missing. */
  mayRead(object: AccessObject): boolean
  /** The hidden rows: none, those of denied objects, or also those that are not listed for a guest. */
  readonly hides: 'nothing' | 'objects' | 'rows'
  readonly [isDecided]: true
}

/** Statements inside a transaction. */
export type Transaction = Queryable & Pick<Db, 'script'>

/** A statement that Postgres refused. `code` is the SQLSTATE. */
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

/** The database cannot be reached, or the connection was lost. A retry may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
}

/**
 * Both drivers throw errors with these members; other errors do not come from the database and are returned unchanged.
 */
export function asDatabaseError(error: unknown): unknown {
  // Only errors of Postgres have a severity: EPIPE, the code of a broken pipe, looks like an SQLSTATE.
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return error
  const { code, detail, hint } = error as Error & { code: unknown; detail?: string; hint?: string }
  return new DatabaseError(error.message, String(code), detail ?? null, hint ?? null)
}

/** One connection to Postgres, which must be used by one caller at a time. */
export interface DatabaseConnection {
  /** @param limitMs time limit of the statement; undefined: that of the connection. */
  query(
    text: string,
    values: readonly (string | null)[],
    limitMs?: number
  ): Promise<{ rows: DatabaseRow[]; affected: number }>
  script(text: string): Promise<void>
  /** Cancels the running statement, which then fails with 57014. Absent where that is impossible. */
  cancel?(): void
  close(): Promise<void>
}

/** SQLSTATE of a statement that failed because the disk of the database was full. */
export const DISK_FULL = '53100'

/** Remembers when a statement last failed because the disk of the database was full. */
export function createDiskFailures() {
  let lastAtMs: number | undefined
  const note = (error: unknown): never => {
    if (!(error instanceof DatabaseError) || error.code !== DISK_FULL) throw error
    lastAtMs = Date.now()
    throw new DatabaseError('The disk of the database is full. Nothing was saved.', DISK_FULL, error.message)
  }
  return {
    /** The same connection, with its failures remembered. */
    watch: (connection: DatabaseConnection): DatabaseConnection => ({
      ...connection,
      query: (text, values, limitMs) => connection.query(text, values, limitMs).catch(note),
      script: (text) => connection.script(text).catch(note),
    }),
    /** Milliseconds since 1970; undefined when no statement failed so far. */
    lastAtMs: () => lastAtMs,
  }
}

export type DiskFailures = ReturnType<typeof createDiskFailures>

/** Time limits for statements of requests, in milliseconds. */
export type RequestLimits = { readMs: number; writeMs: number }

export const REQUEST_LIMITS: RequestLimits = { readMs: 3000, writeMs: 10_000 }

/** A `Db` over a single connection: owners take turns, and a transaction keeps its turn until it ends. */
export function createQueuedDb(
  connection: DatabaseConnection,
  { readMs, writeMs }: RequestLimits = REQUEST_LIMITS,
  clock?: TurnClock
): Db {
  const turns = createTurns(1, 1, clock)
  const disk = createDiskFailures()
  const watched = disk.watch(connection)
  const direct = createTransaction(watched)
  const write = createTransaction(watched, writeMs)

  /** Does the work as often as its turn has to be given up. */
  const repeated = async <T>(work: (tx: Transaction) => Promise<T>, limitMs: number): Promise<T> => {
    const until = turns.now() + MOST_WAITING_MS
    for (let repetitions = 0; ; repetitions++) {
      const leftMs = until - turns.now()
      if (leftMs <= 0) throw new DatabaseBusyError()
      try {
        return await turns.take((turn) => work(createTransaction(yielding(watched, turn), limitMs)), {
          yieldNow: connection.cancel && (() => connection.cancel?.()),
          repetitions,
          mostWaitingMs: leftMs,
        })
      } catch (error) {
        if (!(error instanceof YieldedError)) throw error
      }
    }
  }
  const written = <T>(work: (tx: Transaction) => Promise<T>) =>
    turns.take(() => work(write), { mostWaitingMs: MOST_WAITING_MS })
  const own = <T>(work: (tx: Transaction) => Promise<T>) => turns.take(() => work(direct))
  return {
    query: (statement) => own((tx) => tx.query(statement)),
    run: (statement) => own((tx) => tx.run(statement)),
    transaction: (work, options) => own((tx) => inTransaction(tx, work, options)),
    script: (text) => own((tx) => tx.script(text)),
    requests: {
      query: (statement) => repeated((tx) => tx.query(statement), readMs),
      run: (statement) => repeated((tx) => tx.run(statement), writeMs),
      transaction: (work, options) => {
        const all = (tx: Transaction) => inTransaction(tx, work, options)
        if (options?.isReadOnly) return repeated(all, readMs)
        return options?.isRepeatable ? repeated(all, writeMs) : written(all)
      },
    },
    diskFullAtMs: disk.lastAtMs,
    close: () => turns.take(() => connection.close()),
  }
}

/** Work was cancelled to give way to somebody else. */
class YieldedError extends Error {
  override readonly name = 'YieldedError'
}

/** The connection during a turn that may have to end: afterwards its statements fail, except a rollback. */
function yielding(connection: DatabaseConnection, turn: Turn): DatabaseConnection {
  const unlessYielded = async <T>(send: () => Promise<T>): Promise<T> => {
    if (turn.mustYield) throw new YieldedError()
    try {
      return await send()
    } catch (error) {
      throw turn.mustYield && error instanceof DatabaseError && error.code === CANCELLED ? new YieldedError() : error
    }
  }
  return {
    ...connection,
    query: (...statement) => unlessYielded(() => connection.query(...statement)),
    script: (text) => (text === 'rollback' ? connection.script(text) : unlessYielded(() => connection.script(text))),
  }
}

/** The SQLSTATE of a cancelled statement. */
export const CANCELLED = '57014'

/** Statements on a connection that is reserved for the caller. */
export function createTransaction(connection: DatabaseConnection, limitMs?: number): Transaction {
  const send = async (statement: Sql) => {
    const { text, values } = statement.render()
    return connection.query(text, values, limitMs)
  }
  return {
    query: async <R extends DatabaseRow>(statement: Sql) => (await send(statement)).rows as R[],
    run: async (statement) => (await send(statement)).affected,
    script: (text) => connection.script(text),
  }
}

/** @param options.limitMs time limit of a statement, where Postgres enforces it. */
export async function inTransaction<T>(
  direct: Transaction,
  work: (tx: Transaction) => Promise<T>,
  { isReadOnly = false, limitMs }: TransactionOptions & { limitMs?: number } = {}
): Promise<T> {
  const limit = limitMs === undefined ? '' : `; set local statement_timeout = ${limitMs}`
  await direct.script(`${isReadOnly ? 'begin read only' : 'begin'}${limit}`)
  try {
    const result = await work(direct)
    if (isReadOnly) {
      // There is nothing to commit, and a commit would keep what a function set for the whole session.
      await direct.script('rollback')
      return result
    }
    await direct.script('commit').catch((error: unknown) => {
      throw error instanceof DatabaseUnavailableError ? uncertainOutcomeError(error) : error
    })
    return result
  } catch (error) {
    // The first error is reported, whatever happens to the rollback.
    await direct.script('rollback').catch(() => {})
    throw error
  }
}

/** The statement may have been committed, so the outcome is unknown. */
export const uncertainOutcomeError = (cause: DatabaseUnavailableError) =>
  new DatabaseUnavailableError(
    `${cause.message} If this was a change, it may have been saved. Check before you repeat it.`,
    {
      cause,
    }
  )
