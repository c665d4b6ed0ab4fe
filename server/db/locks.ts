import { Client } from 'pg'

/**
 * Locks that end with whoever holds them, so that several processes on one database share the work: what is locked is
 * done by one of them, and by another once that one is gone.
 */
export type Locks = {
  /** @returns what gives the lock back; undefined while somebody has it, this process included. */
  take(name: string): Promise<(() => Promise<void>) | undefined>
  /** Calls back whenever every lock was lost, because the database went away. @returns what ends that. */
  onLost(tell: () => void): () => void
  close(): Promise<void>
}

/** For a database that only this process has: the data folder has one holder already. */
export function ownLocks(): Locks {
  const held = new Set<string>()
  return {
    take: async (name) => {
      if (held.has(name)) return undefined
      held.add(name)
      return async () => void held.delete(name)
    },
    onLost: () => () => {},
    close: async () => {},
  }
}

/** How often it is asked whether the session is still there, and how long the answer may take. */
const BEAT_EVERY_MS = 4000
const PATIENCE_MS = 4000
/**
 * After some 15 seconds of silence Postgres gives up a session, and its locks. That is later than the holder, who asks
 * more often, has given them up itself.
 */
const KEEPALIVES = '-c tcp_keepalives_idle=6 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=3'

/**
 * Advisory locks of Postgres, on a session of their own: whoever is killed, or no longer reached, has lost them. The
 * session is opened when a lock is first wanted, and again after it was lost.
 */
export function sessionLocks(url: string): Locks {
  /** What is held, each by a key of its own, so that nobody gives back what somebody else took after a loss. */
  const held = new Map<string, symbol>()
  const listeners = new Set<() => void>()
  let session: Promise<Client> | undefined
  let beat: NodeJS.Timeout | undefined

  const open = async () => {
    const client = new Client({
      connectionString: url,
      application_name: 'mission-control locks',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      options: KEEPALIVES,
    })
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      clearInterval(beat)
      session = undefined
      held.clear()
      // One that does not answer must not come back to life with locks that somebody else has by now.
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
      // A session may take its own locks as often as it likes.
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
          await client.query(`select pg_advisory_unlock(hashtextextended('mission-control ' || $1, 0))`, [name])
        }
      } catch (error) {
        forget()
        throw error
      }
    },
    onLost: (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    close: async () => {
      listeners.clear()
      clearInterval(beat)
      const client = await session?.catch(() => undefined)
      await client?.end()
    },
  }
}
