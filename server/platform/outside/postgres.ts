import { Client, type ClientConfig, Query, type QueryConfig, types } from 'pg'
import { formatCount } from '@/shared/format'
import { GuardedSocket, openSocket } from './connect'
import type { OnRow, SqlRow } from './sql-address'
import { registerSecret, traceStep } from './redaction'

type PostgresTarget = {
  /**
   * `postgres://user:password@host:port/database?sslmode=…`; `$(username)` and `$(password)` are placeholders for the
   * members below.
   */
  url: string
  username?: string | undefined
  password?: string | undefined
  /** Accept any certificate. */
  isInsecure?: boolean
}

/**
 * Opens a Postgres connection over a guarded socket, passes it to `use`, and closes it. The signal closes it at any
 * time, and cancels the running statement.
 * @throws when the connection fails; rethrows errors of `use`.
 */
export async function withPostgres<T>(
  target: PostgresTarget,
  signal: AbortSignal,
  use: (client: Client) => Promise<T>
): Promise<T> {
  const socket = new GuardedSocket()
  const config = toClientConfig(target)
  const client = new Client({ ...config, stream: () => socket })
  const abort = () => {
    void cancel(client, config).catch(() => {})
    socket.destroy(new Error('aborted'))
  }
  // Catches errors between the steps below, which would otherwise end the process.
  client.on('error', () => {})
  socket.on('error', () => {})
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  try {
    await traceStep(() => client.connect(), {
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

/**
 * A server notices a closed connection only at its next write, so the statement is cancelled over a separate
 * connection.
 */
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
 * Runs one query.
 * @returns the number of rows.
 * @throws the errors of the server or the driver.
 */
export const queryPostgres = (
  target: PostgresTarget,
  query: string,
  signal: AbortSignal,
  onRow: OnRow
): Promise<number> =>
  withPostgres(target, signal, (client) =>
    traceStep(() => countRows(client, { text: query, types: parsers }, onRow), {
      asked: () => query,
      answered: (count) => formatCount(count, 'row'),
    })
  )

/** Whole numbers as bigints for expressions; the driver would return large ones as text. */
const integers = new Set<number>([types.builtins.INT2, types.builtins.INT4, types.builtins.INT8])
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    integers.has(oid) ? (text: string) => BigInt(text) : types.getTypeParser(oid, format as 'text'),
}

/**
 * Runs one query on an open connection.
 * @returns the number of rows.
 */
export function countRows(client: Client, config: QueryConfig, onRow: OnRow): Promise<number> {
  return new Promise((settle, reject) => {
    let count = 0
    const query = new Query(config)
    query.on('row', (row: SqlRow) => {
      count++
      onRow(row)
    })
    query.on('end', () => settle(count))
    query.on('error', reject)
    client.once('end', () => reject(new Error('the server closed the connection')))
    client.query(query)
  })
}

/** Parameters that name files of this machine, which addresses must not do. */
const files = ['sslcert', 'sslkey', 'sslrootcert']

/**
 * Sets all values that the driver would otherwise read from the environment: `PGPASSWORD`, `PGHOST` and `~/.pgpass`
 * belong to the user of this process, and must not be sent to the host of an address.
 */
export function toClientConfig({ url, username, password, isInsecure = false }: PostgresTarget): ClientConfig {
  const filled = url
    .replaceAll('$(username)', encodeURIComponent(username ?? ''))
    .replaceAll('$(password)', encodeURIComponent(password ?? ''))
  const address = URL.canParse(filled) ? new URL(filled) : undefined
  if (!address || !['postgres:', 'postgresql:'].includes(address.protocol))
    throw new Error('the address must begin with postgres:// and name a host')
  const given = address.searchParams
  const file = files.find((name) => given.has(name))
  if (file)
    throw new Error(`${file} names a file of the machine that runs this console, which is not allowed in addresses`)
  const host = given.get('host') || decodeURIComponent(address.hostname).replace(/^\[(.*)\]$/, '$1')
  if (host === '') throw new Error('the address names no host')
  const user = username || given.get('user') || decodeURIComponent(address.username) || 'postgres'
  const word = password || given.get('password') || decodeURIComponent(address.password)
  registerSecret(word)
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
