import type { Connection } from 'tedious'
import { formatCount } from '@/shared/format'
import { openSocket } from './connect'
import type { OnRow, SqlTarget } from './sql-address'
import { traceStep } from './redaction'

/** Effectively disables the driver's own timeout; the check has its own. */
const LONGEST_MS = 2 ** 31 - 1
/** Maximum size of one text or binary value from the server, in bytes: more than is stored of all rows. */
const LARGEST_VALUE = 4_000_000

/**
 * Signs in to a SQL Server over a guarded socket, always with TLS, runs one query, and closes the connection. The
 * signal closes it at any time.
 * @returns the number of rows; of several results, those of the first.
 * @throws the errors of the server or the driver.
 */
export async function queryMssql(target: SqlTarget, query: string, signal: AbortSignal, onRow: OnRow): Promise<number> {
  // Loaded only for such checks, because the library is large.
  const { Connection: Driver, Request } = await import('tedious')
  const { address, tls } = target
  const { host, port, user, password, database } = address
  const isStrict = address.tls === 'strict'
  const socket = await openSocket({ host, port }, signal)
  let isHandedOver = false
  const connection = new Driver({
    server: host,
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      port,
      ...(database && { database }),
      // A server may redirect to another one, which must not get these credentials.
      connector: async () => {
        if (isHandedOver) throw new Error('the server redirects to another one, which does not get the credentials')
        isHandedOver = true
        return socket
      },
      encrypt: isStrict ? 'strict' : true,
      trustServerCertificate: tls?.rejectUnauthorized === false,
      cryptoCredentialsDetails: { ca: tls?.ca, cert: tls?.cert, key: tls?.key },
      maxRetriesOnTransientErrors: 0,
      connectTimeout: LONGEST_MS,
      requestTimeout: 0,
      textsize: LARGEST_VALUE,
      appName: 'mission-control-console',
    },
  })
  refuseClearTextPassword(connection, password, isStrict)
  connection.on('error', () => {})
  const lost = new Promise<never>((_, reject) => {
    socket.once('close', () => reject(new Error('the server closed the connection')))
  })
  lost.catch(() => {})
  try {
    await traceStep(() => Promise.race([signedIn(connection), lost]), {
      asked: () => `Sign in to SQL Server${database && `, database ${database}`}, with TLS`,
      answered: () => 'Signed in',
    })
    const rows = new Promise<number>((resolve, reject) => {
      let count = 0
      let results = 0
      const request = new Request(query, (error) => (error ? reject(error) : resolve(count)))
      request.on('columnMetadata', () => void results++)
      request.on('row', (columns: readonly Column[]) => {
        if (results > 1) return
        count++
        onRow(rowOf(columns))
      })
      connection.execSqlBatch(request)
    })
    return await traceStep(() => Promise.race([rows, lost]), {
      asked: () => query,
      answered: (count) => formatCount(count, 'row'),
    })
  } finally {
    connection.close()
    socket.destroy()
  }
}

const signedIn = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())))

/**
 * A server, or an attacker in between, may report that it has no TLS. The driver would continue without it and send the
 * password.
 */
function refuseClearTextPassword(connection: Connection, password: string, isStrict: boolean): void {
  let isSecure = isStrict
  connection.on('secure', () => {
    isSecure = true
  })
  Object.defineProperty(connection.config.authentication.options, 'password', {
    get: () => {
      if (isSecure) return password
      throw new Error('the server has no TLS, and the password is not sent unencrypted')
    },
  })
}

type Column = { value: unknown; metadata: { colName: string; scale?: number; type: { name: string } } }

/** @returns undefined when the driver rounded a value. */
function rowOf(columns: readonly Column[]) {
  const values = columns.map(({ metadata, value }) => [metadata.colName, valueOf(value, metadata)] as const)
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
}

/** Whole numbers as bigints for expressions; decimals as texts, like the other databases. */
function valueOf(value: unknown, { type, scale }: Column['metadata']): unknown {
  if (value === null || value === undefined) return null
  if (integers.has(type.name)) return BigInt(value as number | string)
  if (decimals.has(type.name)) return decimalOf(Number(value), scale ?? 0)
  if (moneys.has(type.name)) return decimalOf(Number(value), 4)
  if (type.name === 'Time') return (value as Date).toISOString().slice(11, -1)
  return value
}
const integers = new Set(['TinyInt', 'SmallInt', 'Int', 'BigInt', 'IntN'])
const decimals = new Set(['Decimal', 'DecimalN', 'Numeric', 'NumericN'])
const moneys = new Set(['Money', 'MoneyN', 'SmallMoney'])

/** The driver reads decimals as doubles, which are exact to about 15 digits. */
const decimalOf = (value: number, scale: number): string | undefined =>
  Math.abs(value) * 10 ** scale < 1e15 ? value.toFixed(scale) : undefined
