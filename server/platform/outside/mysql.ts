import type { Connection, ConnectionOptions, TypeCast } from 'mysql2'
import { formatCount } from '@/shared/format'
import { openSocket } from './connect'
import type { OnRow, SqlTarget } from './sql-address'
import { traceStep } from './redaction'

/**
 * Signs in to a MySQL over a guarded socket, runs one query, and closes the connection. The signal closes it at any
 * time.
 * @returns the number of rows; of several results, those of the first.
 * @throws the errors of the server or the driver.
 */
export async function queryMysql(target: SqlTarget, query: string, signal: AbortSignal, onRow: OnRow): Promise<number> {
  // Loaded only for such checks.
  const { createConnection } = await import('mysql2')
  const { host, port, database } = target.address
  const socket = await openSocket({ host, port }, signal)
  const connection = createConnection({ ...configOf(target), stream: socket })
  // The driver does not report a lost connection to a query without a callback.
  const lost = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    socket.once('close', () => reject(new Error('the server closed the connection')))
  })
  lost.catch(() => {})
  try {
    const ready = new Promise<void>((resolve) => connection.once('connect', () => resolve()))
    await traceStep(() => Promise.race([ready, lost]), {
      asked: () => `Sign in to MySQL${database && `, database ${database}`}${target.tls ? ', with TLS' : ''}`,
      answered: () => 'Signed in',
    })
    return await traceStep(() => Promise.race([rowsOf(connection, query, onRow), lost]), {
      asked: () => query,
      answered: (count) => formatCount(count, 'row'),
    })
  } catch (error) {
    throw explained(error)
  } finally {
    // Ends the session, so that the server does not count an aborted connection, without waiting for it.
    connection.end(() => {})
    socket.destroySoon()
  }
}

/** All optional features of the driver are turned off. */
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
    // The check has its own timeout.
    connectTimeout: 0,
    // Otherwise the driver generates code that contains column names.
    disableEval: true,
    flags: ['-LOCAL_FILES'],
    infileStreamFactory: () => {
      throw new Error('the server requested a file of this machine, which was refused')
    },
    multipleStatements: false,
    // An unverified server may request the password unencrypted.
    enableCleartextPlugin: tls?.rejectUnauthorized === true,
    rowsAsArray: true,
    dateStrings: true,
    typeCast: valueOf,
  }
}

/** Whole numbers as bigints for expressions, JSON parsed. Dates and decimals remain texts in the server's format. */
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
    ? new Error('the server requests the password unencrypted, which requires TLS with a verified certificate')
    : error
}
