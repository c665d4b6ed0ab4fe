import { Client } from 'pg'
import { sessionConfig } from './session'

/**
 * Locks that end with their holder, so that several processes on one database can share work: one process does the
 * work, and another takes over when the first is gone.
 */
export type Locks = {
  /** @returns a function that releases the lock; undefined while this process or another holds it. */
  take(name: string): Promise<(() => Promise<void>) | undefined>
  /** Calls back when all locks are lost, because the database is unreachable. @returns a function that unsubscribes. */
  onLost(listener: () => void): () => void
  /**
   * Milliseconds that a live process may need to reacquire a lost lock. A lock that is free for longer has no holder.
   */
  readonly returnsWithinMs: number
  close(): Promise<void>
}

/** For the embedded database, which only this process uses: the data folder is already locked. */
export function createLocalLocks(): Locks {
  const held = new Set<string>()
  return {
    take: async (name) => {
      if (held.has(name)) return undefined
      held.add(name)
      return async () => void held.delete(name)
    },
    onLost: () => () => {},
    returnsWithinMs: 0,
    close: async () => {},
  }
}

/** Milliseconds between probes of the session, and the time limit of a probe. */
const BEAT_EVERY_MS = 4000
const PATIENCE_MS = 4000
/** The probe interval plus its time limit, which may be how a lost session is noticed, plus time to open a new one. */
const RETURNS_WITHIN_MS = 9000
/**
 * After about 15 seconds of silence Postgres ends a session and releases its locks. The holder probes more often, so it
 * has given them up before that.
 */
const keepalives = { tcp_keepalives_idle: 6, tcp_keepalives_interval: 3, tcp_keepalives_count: 3 }

/**
 * Advisory locks of Postgres, on a separate session: a process that is killed or unreachable loses them. The session is
 * opened for the first lock, and reopened after it was lost.
 */
export function createSessionLocks(url: string): Locks {
  /** Each held lock has a unique symbol, so that a late release cannot free a lock that was taken again. */
  const held = new Map<string, symbol>()
  const listeners = new Set<() => void>()
  let session: Promise<Client> | undefined
  let beat: NodeJS.Timeout | undefined

  const open = async () => {
    const client = new Client({
      ...sessionConfig(url, keepalives),
      application_name: 'mission-control locks',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
    })
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      clearInterval(beat)
      session = undefined
      held.clear()
      // A silent session must not return with locks that another process holds by then.
      client.connection.stream.destroy()
      for (const listener of listeners) listener()
    }
    client.on('error', lose)
    client.on('end', lose)
    try {
      await client.connect()
    } catch (error) {
      lose()
      throw error
    }
    beat = setInterval(() => void client.query('select 1').catch(lose), BEAT_EVERY_MS)
    return client
  }

  return {
    take: async (name) => {
      // Postgres lets a session take its own lock again, so this is checked here.
      if (held.has(name)) return undefined
      const key = Symbol(name)
      held.set(name, key)
      const forget = () => held.get(name) === key && held.delete(name)
      try {
        const client = await (session ??= open())
        const { rows } = await client.query<{ taken: boolean }>(
          `select pg_try_advisory_lock(hashtextextended('mission-control ' || $1, 0)) as taken`,
          [name]
        )
        if (rows[0]?.taken !== true) {
          forget()
          return undefined
        }
        return async () => {
          if (!forget()) return
          // A session that cannot be reached has lost the lock.
          await client
            .query(`select pg_advisory_unlock(hashtextextended('mission-control ' || $1, 0))`, [name])
            .catch(() => client.connection.stream.destroy())
        }
      } catch (error) {
        forget()
        throw error
      }
    },
    onLost: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    returnsWithinMs: RETURNS_WITHIN_MS,
    close: async () => {
      listeners.clear()
      clearInterval(beat)
      const client = await session?.catch(() => undefined)
      await client?.end()
    },
  }
}
