import { Client, type ClientConfig, Query, type QueryConfig, types } from 'pg'
import { formatCount } from '../../src/lib/format'
import { GuardedSocket, openSocket } from './connect'
import type { OnRow, Row } from './sql-address'
import { conceal, step } from './redaction'

export type PostgresTarget = {
  /** `postgres://user:password@host:port/database?sslmode=…`; `$(username)` and `$(password)` stand for those below. */
  url: string
  username?: string | undefined
  password?: string | undefined
  /** Take any certificate. */
  isInsecure?: boolean
}

/**
 * Opens a Postgres by a guarded socket, lends it, and closes it. The signal closes it at any time, and asks the server to
 * stop what it is doing.
 * @throws when it cannot be had; whatever `use` throws.
 */
export async function withPostgres<T>(
  target: PostgresTarget,
  signal: AbortSignal,
  use: (client: Client) => Promise<T>
): Promise<T> {
  const socket = new GuardedSocket()
  const config = configOf(target)
  const client = new Client({ ...config, stream: () => socket })
  const abort = () => {
    void cancel(client, config).catch(() => {})
    socket.destroy(new Error('aborted'))
  }
  // Catches errors between the steps below, which would end the process otherwise.
  client.on('error', () => {})
  socket.on('error', () => {})
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await step(() => client.connect(), {
      asked: () => `Connect to Postgres at ${config.host}:${config.port}, database ${config.database}`,
      answered: () => `Connected to ${socket.remoteAddress}`,
    })
    return await use(client)
  } finally {
    signal.removeEventListener('abort', abort)
    // Ends the session properly, without waiting for it.
    void client.end().catch(() => {})
    socket.destroySoon()
  }
}

const CANCEL_REQUEST = 80_877_102
const CANCELS_WITHIN_MS = 5000

/** A server notices only when it next writes that nobody listens any more, so it is told, over a connection of its own. */
async function cancel(client: Client, { host = '', port = 5432 }: ClientConfig): Promise<void> {
  const { processID, secretKey } = client as { processID?: number | null; secretKey?: number | null }
  if (!processID || secretKey === null || secretKey === undefined) return
  const request = Buffer.alloc(16)
  request.writeInt32BE(request.length, 0)
  request.writeInt32BE(CANCEL_REQUEST, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const socket = await openSocket({ host, port }, AbortSignal.timeout(CANCELS_WITHIN_MS))
  socket.on('error', () => {})
  socket.end(request)
}

/**
 * Asks a Postgres one query.
 * @returns the number of rows.
 * @throws what the server or the driver says.
 */
export const askPostgres = (
  target: PostgresTarget,
  query: string,
  signal: AbortSignal,
  onRow: OnRow
): Promise<number> =>
  withPostgres(target, signal, (client) =>
    step(() => countRows(client, { text: query, types: parsers }, onRow), {
      asked: () => query,
      answered: (count) => formatCount(count, 'row'),
    })
  )

/** Whole numbers as expressions have them; what JavaScript cannot hold would be a text otherwise. */
const integers = new Set<number>([types.builtins.INT2, types.builtins.INT4, types.builtins.INT8])
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    integers.has(oid) ? (text: string) => BigInt(text) : types.getTypeParser(oid, format as 'text'),
}

/**
 * Asks an open Postgres one query.
 * @returns the number of rows.
 */
export function countRows(client: Client, asked: QueryConfig, onRow: OnRow): Promise<number> {
  return new Promise((settle, reject) => {
    let count = 0
    const query = new Query(asked)
    query.on('row', (row: Row) => {
      count++
      onRow(row)
    })
    query.on('end', () => settle(count))
    query.on('error', reject)
    client.once('end', () => reject(new Error('the server closed the connection')))
    client.query(query)
  })
}

/** Files of this machine, which addresses must not be able to name. */
const files = ['sslcert', 'sslkey', 'sslrootcert']

/**
 * Everything that the driver would otherwise take from its surroundings is given: `PGPASSWORD`, `PGHOST` and `~/.pgpass`
 * belong to the user of this process, and must not be sent to the host of an address.
 */
export function configOf({ url, username, password, isInsecure = false }: PostgresTarget): ClientConfig {
  const filled = url
    .replaceAll('$(username)', encodeURIComponent(username ?? ''))
    .replaceAll('$(password)', encodeURIComponent(password ?? ''))
  const address = URL.canParse(filled) ? new URL(filled) : undefined
  if (!address || !['postgres:', 'postgresql:'].includes(address.protocol))
    throw new Error('the address must begin with postgres:// and name a host')
  const given = address.searchParams
  const file = files.find((name) => given.has(name))
  if (file) throw new Error(`${file} names a file of the machine that runs this console, which addresses may not`)
  const host = given.get('host') || decodeURIComponent(address.hostname).replace(/^\[(.*)\]$/, '$1')
  if (host === '') throw new Error('the address names no host')
  const user = username || given.get('user') || decodeURIComponent(address.username) || 'postgres'
  const word = password || given.get('password') || decodeURIComponent(address.password)
  conceal(word)
  return {
    host,
    port: Number(given.get('port') || address.port) || 5432,
    user,
    // A function, because the driver treats an empty text as absent.
    password: () => word,
    database: decodeURIComponent(address.pathname.slice(1)) || user,
    ssl: sslOf(given, isInsecure),
    application_name: 'mission-control-console',
    ...(given.has('options') && { options: given.get('options') ?? '' }),
  }
}

function sslOf(given: URLSearchParams, isInsecure: boolean): false | { rejectUnauthorized: boolean } {
  const mode = given.get('sslmode') ?? (['true', '1'].includes(given.get('ssl') ?? '') ? 'verify-full' : 'disable')
  return mode === 'disable' ? false : { rejectUnauthorized: mode !== 'no-verify' && !isInsecure }
}
