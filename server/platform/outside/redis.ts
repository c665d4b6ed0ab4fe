import type { ConnectionOptions } from 'node:tls'
import { openSocket } from './connect'
import { parseHost } from './host'
import { sendCommand, type RedisReply } from './resp'
import { traceStep } from './redaction'

export const REDIS_PORT = 6379

type RedisTarget = {
  host: string
  port: number
  username?: string | undefined
  password?: string | undefined
  db: number
  tls?: ConnectionOptions & { handshakeMs?: number }
}

/** `redis://user:password@host:port/db`, or `rediss://` with TLS. Missing parts are empty. */
export function readRedisUrl({ protocol, hostname, port, username, password, pathname }: URL) {
  const db = Number(pathname.slice(1))
  return {
    host: parseHost(decodeURIComponent(hostname)) ?? hostname,
    port: Number(port) || REDIS_PORT,
    isTls: protocol === 'rediss:',
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    db: Number.isInteger(db) && db > 0 ? db : 0,
  }
}

/** Signs in if a password is given, and pings. @returns the server's reply; `PONG` on success. */
export async function pingRedis(
  { host, port, tls, username, password, db }: RedisTarget,
  signal: AbortSignal
): Promise<RedisReply> {
  const socket = await openSocket({ host, port, ...(tls && { tls }) }, signal)
  try {
    const send = (shown: string, args: readonly string[]) =>
      traceStep(() => sendCommand(socket, args), { asked: () => shown, answered: (reply) => JSON.stringify(reply) })
    if (password !== undefined)
      await send('AUTH ***', username === undefined ? ['AUTH', password] : ['AUTH', username, password])
    if (db !== 0) await send(`SELECT ${db}`, ['SELECT', String(db)])
    return await send('PING', ['PING'])
  } finally {
    socket.destroy()
  }
}
