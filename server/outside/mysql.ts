import type { Connection, ConnectionOptions, TypeCast } from 'mysql2'
import { formatCount } from '../../src/lib/format'
import { openSocket } from './connect'
import type { OnRow, SqlTarget } from './sql-address'
import { step } from './redaction'

/**
 * Signs in to a MySQL over a guarded socket, asks one query, and closes the connection; the signal closes it at any time.
 * @returns the number of rows; of several results those of the first.
 * @throws what the server or the driver says.
 */
export async function askMysql(target: SqlTarget, query: string, signal: AbortSignal, onRow: OnRow): Promise<number> {
  // Only where there are such checks.
  const { createConnection } = await import('mysql2')
  const { host, port, database } = target.address
  const socket = await openSocket({ host, port }, signal)
  const connection = createConnection({ ...configOf(target), stream: socket })
  // The driver tells a query without a callback nothing about a connection that is lost.
  const lost = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    socket.once('close', () => reject(new Error('the server closed the connection')))
  })
  lost.catch(() => {})
  try {
    const ready = new Promise<void>((resolve) => connection.once('connect', () => resolve()))
    await step(() => Promise.race([ready, lost]), {
      asked: () => `Sign in to MySQL${database && `, database ${database}`}${target.tls ? ', with TLS' : ''}`,
      answered: () => 'Signed in',
    })
    return await step(() => Promise.race([rowsOf(connection, query, onRow), lost]), {
      asked: () => query,
      answered: (count) => formatCount(count, 'row'),
    })
  } catch (error) {
    throw explained(error)
  } finally {
    // Says goodbye, so that the server does not count an aborted connection, and waits for nothing.
    connection.end(() => {})
    socket.destroySoon()
  }
}

/** Everything that the driver would do by itself and nobody asks for is turned off. */
function configOf({ address, tls }: SqlTarget): ConnectionOptions {
  const { host, port, user, password, database } = address
  return {
    host,
    port,
    user,
    password,
    ...(database && { database }),
    ...(tls && { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
    charset: 'UTF8MB4_UNICODE_CI',
    // Time-outs are the check's.
    connectTimeout: 0,
    // It writes programs with the names of columns in them otherwise.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    infileStreamFactory: () => {
      throw new Error('the server asks for a file of this machine, which it does not get')
    },
    multipleStatements: false,
    // A server that nobody vouches for may ask for the password in clear.
    enableCleartextPlugin: tls?.rejectUnauthorized === true,
    rowsAsArray: true,
    dateStrings: true,
    typeCast: valueOf,
  }
}

/** Whole numbers as expressions have them, JSON as what it says. Dates and decimals stay texts, as the server writes them. */
const valueOf: TypeCast = (field, next) => {
  if (field.type === 'JSON' || field.extendedFormat === 'json') {
    const text = field.string('utf8')
    return text === null ? null : (JSON.parse(text) as unknown)
  }
  if (!integers.has(field.type)) return next()
  const text = field.string('ascii')
  return text === null ? null : BigInt(text)
}
const integers = new Set(['TINY', 'SHORT', 'INT24', 'LONG', 'LONGLONG', 'YEAR'])

function rowsOf(connection: Connection, sql: string, onRow: OnRow): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0
    let names: readonly string[] = []
    const query = connection.query(sql)
    query.on('fields', (fields: readonly { name: string }[] | undefined) => {
      if (names.length === 0) names = fields?.map(({ name }) => name) ?? []
    })
    // Statements without rows have no index.
    query.on('result', (values: unknown, index: number | undefined) => {
      if (index !== 0 || !Array.isArray(values)) return
      count++
      onRow(Object.fromEntries(names.map((name, at) => [name, values[at]])))
    })
    query.on('error', reject)
    query.on('end', () => resolve(count))
  })
}

function explained(error: unknown): unknown {
  const isClear = error instanceof Error && 'code' in error && error.code === 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED'
  return isClear
    ? new Error('the server asks for the password in clear, which it gets by TLS with a checked certificate only')
    : error
}
