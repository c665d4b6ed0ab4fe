import type { Connection } from 'tedious'
import { formatCount } from '../../src/lib/format'
import { openSocket } from './connect'
import type { OnRow, SqlTarget } from './sql-address'
import { step } from './redaction'

/** The driver's own time-outs end nothing earlier than the check's. */
const LONGEST_MS = 2 ** 31 - 1
/** Bytes of one text or binary value that the server sends: more than what is kept of all rows. */
const LARGEST_VALUE = 4_000_000

/**
 * Signs in to a SQL Server over a guarded socket, always by TLS, asks one query, and closes the connection; the signal
 * closes it at any time.
 * @returns the number of rows; of several results those of the first.
 * @throws what the server or the driver says.
 */
export async function askMssql(target: SqlTarget, query: string, signal: AbortSignal, onRow: OnRow): Promise<number> {
  // Only where there are such checks: it brings much along.
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
      // A server may lead to another one, which these credentials are not for.
      connector: async () => {
        if (isHandedOver) throw new Error('the server leads to another one, which credentials do not follow')
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
  keepFromClear(connection, password, isStrict)
  connection.on('error', () => {})
  const lost = new Promise<never>((_, reject) => {
    socket.once('close', () => reject(new Error('the server closed the connection')))
  })
  lost.catch(() => {})
  try {
    await step(() => Promise.race([signedIn(connection), lost]), {
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
    return await step(() => Promise.race([rows, lost]), {
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

/** A server, or somebody before it, may say that it has no TLS. The driver would go on without, and send the password. */
function keepFromClear(connection: Connection, password: string, isStrict: boolean): void {
  let isSecure = isStrict
  connection.on('secure', () => {
    isSecure = true
  })
  Object.defineProperty(connection.config.authentication.options, 'password', {
    get: () => {
      if (isSecure) return password
      throw new Error('the server has no TLS, and the password is not sent in clear')
    },
  })
}

type Column = { value: unknown; metadata: { colName: string; scale?: number; type: { name: string } } }

/** @returns undefined when the driver rounded one of its values. */
function rowOf(columns: readonly Column[]) {
  const values = columns.map(({ metadata, value }) => [metadata.colName, valueOf(value, metadata)] as const)
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values)
}

/** Whole numbers as expressions have them; decimals as texts, as the other databases give them. */
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

/** The driver reads decimals as doubles, which hold some 15 digits. */
const decimalOf = (value: number, scale: number): string | undefined =>
  Math.abs(value) * 10 ** scale < 1e15 ? value.toFixed(scale) : undefined
