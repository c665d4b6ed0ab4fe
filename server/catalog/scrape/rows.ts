import { queryMssql } from '../../platform/outside/mssql'
import { queryMysql } from '../../platform/outside/mysql'
import {
  resolveConnection,
  ConnectionError,
  type ReadConnection,
  withConnection,
} from '../../platform/outside/resolve-connection'
import { queryPostgres } from '../../platform/outside/postgres'
import {
  type OnRow,
  type ReadAddress,
  readMssqlAddress,
  readMysqlAddress,
  type SqlRow,
  toSqlTls,
} from '../../platform/outside/sql-address'
import { ScraperError, type SqlSource } from './spec'

/** Limits of a query's result; above them, the scraper fails. Bytes are those of the rows as JSON. */
type RowLimits = { mostRows: number; mostBytes: number }

type Engine = 'postgres' | 'mysql' | 'mssql'

/** Detects the database of an address: by its scheme, or by the notation of a single driver. */
function detectEngine(address: string): Engine | undefined {
  if (/^postgres(?:ql)?:/i.test(address)) return 'postgres'
  if (/^(?:mysql|mariadb):/i.test(address) || /^[^;]*@?tcp\(/i.test(address)) return 'mysql'
  if (/^(?:sqlserver|mssql):/i.test(address) || /(?:^|;)\s*server\s*=/i.test(address)) return 'mssql'
  return undefined
}

const isAddress = (text: string) => !text.startsWith('connection://') && (text.includes('://') || /[(=@]/.test(text))

/**
 * Returns the rows of a source's query as documents.
 * @param open reads a stored connection; its credentials are sent to its own address only.
 * @throws {ScraperError} for an address of an unknown database and for too many rows; also passes on errors of the
 * database.
 */
export async function queryRows(
  { connection, query }: SqlSource,
  { open, namespace }: { open: ReadConnection; namespace: string },
  { mostRows, mostBytes }: RowLimits,
  signal: AbortSignal
): Promise<unknown[]> {
  const enough = new AbortController()
  const rows: unknown[] = []
  let bytes = 0
  let excess: string | undefined
  const stop = (reason: string) => {
    excess ??= reason
    enough.abort()
  }
  const onRow: OnRow = (row) => {
    if (excess !== undefined) return
    const document = row && toDocument(row)
    if (!document) return stop('the query returns a value that cannot be read')
    rows.push(document)
    bytes += JSON.stringify(document).length
    if (rows.length > mostRows) stop(`the query returns more than ${mostRows} rows`)
    else if (bytes > mostBytes) stop(`the rows have more than ${mostBytes} bytes`)
  }
  try {
    const target = await resolveTarget(connection, { open, namespace })
    await askAt(target, query, AbortSignal.any([signal, enough.signal]), onRow)
  } catch (error) {
    if (error instanceof ConnectionError) throw new ScraperError(error.message)
    if (excess === undefined) throw error
  }
  if (excess !== undefined) throw new ScraperError(excess)
  return rows
}

type Target = {
  engine: Engine
  url: string
  username?: string | undefined
  password?: string | undefined
  isInsecure: boolean
}

async function resolveTarget(
  connection: string,
  { open, namespace }: { open: ReadConnection; namespace: string }
): Promise<Target> {
  if (isAddress(connection)) return { engine: knownEngine(connection), url: connection, isInsecure: false }
  // The address of the connection determines the database, and thereby which kind of connection is accepted.
  const found = await open(connection, namespace)
  const engine = typeof found === 'object' ? knownEngine(found.url) : 'postgres'
  const again: ReadConnection = async () => found
  const { isInsecure } = await resolveConnection(engine, connection, namespace, again)
  const { url, username, password } = (await withConnection(
    { type: engine, spec: { connection }, namespace },
    again
  )) as { url: string; username?: string; password?: string }
  return { engine, url, username, password, isInsecure }
}

function knownEngine(address: string): Engine {
  const engine = detectEngine(address)
  if (engine) return engine
  throw new ScraperError('sql: the connection must point to Postgres, MySQL or SQL Server')
}

function askAt({ engine, ...target }: Target, query: string, signal: AbortSignal, onRow: OnRow): Promise<number> {
  if (engine === 'postgres') return queryPostgres(target, query, signal, onRow)
  const [read, ask]: [ReadAddress, typeof queryMysql] =
    engine === 'mysql' ? [readMysqlAddress, queryMysql] : [readMssqlAddress, queryMssql]
  const address = read(target.url, target)
  return ask({ address, tls: toSqlTls(address, target.isInsecure) }, query, signal, onRow)
}

/** A row in JSON types: numbers where they are exact, otherwise texts; bytes as hexadecimal digits. */
const toDocument = (row: SqlRow): unknown =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toJsonValue(value)]))

function toJsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (Array.isArray(value)) return value.map(toJsonValue)
  return value === undefined ? null : value
}
