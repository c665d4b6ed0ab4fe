import { registerSecret } from './redaction'

/** The address, user and database of a connection. Missing values are empty. */
type SqlAddress = {
  host: string
  port: number
  user: string
  password: string
  database: string
  /**
   * TLS mode: off, with any certificate, or with a verified one; `strict` is verified TLS from the first byte (TDS 8).
   */
  tls: 'none' | 'any' | 'checked' | 'strict'
}

/** Values for the placeholders of an address. They override the credentials in the address. */
type SqlCredentials = { username?: string | undefined; password?: string | undefined }

/** An address with a feature that is not supported here. */
class UnsupportedAddress extends Error {
  override readonly name = 'UnsupportedAddress'
  /** @param what the feature, as a noun: `the parameter compress`. */
  constructor(readonly what: string) {
    super(`${what} is not supported`)
  }
}

/** TLS options; undefined without TLS. */
type SqlTls = { rejectUnauthorized: boolean; ca?: string; cert?: string; key?: string }

export type SqlTarget = { address: SqlAddress; tls?: SqlTls | undefined }

/** Values by column. */
export type SqlRow = Readonly<Record<string, unknown>>
/** Called for each row of a result. Undefined: the driver could not represent a value exactly. */
export type OnRow = (row: SqlRow | undefined) => void

/** @param isInsecure accepts any certificate where it would be verified. */
export const toSqlTls = ({ tls }: SqlAddress, isInsecure: boolean): SqlTls | undefined =>
  tls === 'none' ? undefined : { rejectUnauthorized: tls !== 'any' && !isInsecure }

export type ReadAddress = (text: string, credentials?: SqlCredentials) => SqlAddress

/**
 * Parses `mysql://user:password@host:port/database?tls=true`, or the format of Go's driver:
 * `user:password@tcp(host:port)/database`.
 * @throws {UnsupportedAddress} for unsupported features; an error for an invalid address.
 */
export const readMysqlAddress: ReadAddress = (text, credentials = {}) => {
  assertShort(text)
  const found = /^(?:mysql|mariadb):\/\//i.test(text) ? partsOfUrl(text, credentials) : partsOfGo(text, credentials)
  for (const name of found.parameters.keys())
    if (name !== 'tls' && !meaningless.has(name)) throw new UnsupportedAddress(named(name, ofGo))
  const written = found.parameters.get('tls') ?? 'false'
  const tls = mysqlTls.get(written)
  if (!tls) throw new UnsupportedAddress(`tls=${written}`)
  return finished(found, 3306, tls, credentials)
}

const tlsWords = (words: Partial<Record<SqlAddress['tls'], string>>) =>
  new Map(
    Object.entries(words).flatMap(([tls, list]) => list.split(' ').map((word) => [word, tls as SqlAddress['tls']]))
  )

const mysqlTls = tlsWords({ checked: 'true TRUE 1', none: 'false FALSE 0', any: 'skip-verify' })

/** Parameters of Go's driver that affect only how it returns rows. */
const meaningless = new Set(
  'charset checkConnLiveness collation connectionAttributes interpolateParams loc maxAllowedPacket parseTime'.split(' ')
)

const ofGo = new Set(
  `allowAllFiles allowCleartextPasswords allowFallbackToPlaintext allowNativePasswords allowOldPasswords clientFoundRows
  columnsWithAlias compress multiStatements readTimeout rejectReadOnly serverPubKey timeout timeTruncate writeTimeout`.split(
    /\s+/
  )
)

/** Other names are not repeated: in a malformed address they may be part of the password. */
const named = (name: string, ofDriver: ReadonlySet<string>) =>
  ofDriver.has(name) ? `the parameter ${name}` : 'an unknown parameter'

/**
 * Parses `sqlserver://user:password@host:port?database=name&encrypt=true`, or `server=host;user
 * id=user;password=…;database=name`. The connection is always encrypted; without `encrypt` any certificate is accepted,
 * as in the protocol.
 * @throws as `readMysqlAddress`.
 */
export const readMssqlAddress: ReadAddress = (text, credentials = {}) => {
  assertShort(text)
  if (/^odbc:/i.test(text)) throw new UnsupportedAddress('the form odbc:')
  const isUrl = /^(?:sqlserver|mssql):\/\//i.test(text)
  const found = isUrl ? partsOfUrl(text, credentials) : partsOfKeys(text, credentials)
  const given = new Map([...found.parameters].map(([name, value]) => [keyName(name), value]))
  if (isUrl && found.database !== '') throw new UnsupportedAddress('a named instance')
  for (const name of given.keys()) if (!known.has(name)) throw new UnsupportedAddress(named(name, ofGoSqlServer))
  const encrypt = given.get('encrypt')?.toLowerCase() ?? 'false'
  const tls = mssqlTls.get(encrypt)
  if (!tls) throw new UnsupportedAddress(`encrypt=${encrypt}`)
  const trusted = ['true', 'yes', '1'].includes(given.get('trustservercertificate')?.toLowerCase() ?? '')
  const database = given.get('database') ?? ''
  return finished({ ...found, database }, 1433, tls === 'checked' && trusted ? 'any' : tls, credentials)
}

const mssqlTls = tlsWords({
  checked: 'true yes 1 t mandatory',
  any: 'false no 0 f optional',
  strict: 'strict',
})

/** Supported keys and their aliases. */
const keyNames = new Map(
  Object.entries({
    'application name': ['app name'],
    database: ['initial catalog'],
    encrypt: [],
    password: ['pwd'],
    port: [],
    server: ['addr', 'address', 'data source', 'network address'],
    trustservercertificate: ['trust server certificate'],
    'user id': ['uid', 'user'],
    'workstation id': [],
  }).flatMap(([name, others]: [string, string[]]) => [name, ...others].map((one) => [one, name]))
)
/** The canonical name of a key; unknown keys are only lowercased. */
const keyName = (text: string) => keyNames.get(text.toLowerCase()) ?? text.toLowerCase()

const ofGoSqlServer = new Set([
  ...'applicationintent authenticator certificate columnencryption failoverpartner failoverport fedauth'.split(' '),
  ...'hostnameincertificate keepalive log multisubnetfailover pipe protocol serverspn tlsmin trusted_connection'.split(
    ' '
  ),
  'connection timeout',
  'dial timeout',
  'integrated security',
  'packet size',
  'password',
  'port',
  'server',
  'user id',
])
const known = new Set(['application name', 'database', 'encrypt', 'trustservercertificate', 'workstation id'])

/** The unsupported feature in the address of a check of this type, as a noun; undefined when there is none. */
export function findUnsupportedFeature(type: string, text: string): string | undefined {
  try {
    if (type === 'mysql') readMysqlAddress(text)
    if (type === 'mssql') readMssqlAddress(text)
  } catch (error) {
    if (error instanceof UnsupportedAddress) return error.what
  }
  return undefined
}

type Parts = Omit<SqlAddress, 'port' | 'tls'> & { port: string; parameters: ReadonlyMap<string, string> }

function partsOfUrl(text: string, credentials: SqlCredentials): Parts {
  const filled = fillIn(text, credentials, encodeURIComponent)
  if (!URL.canParse(filled)) throw new Error(HOW)
  const { hostname, port, username, password, pathname, searchParams } = new URL(filled)
  return {
    host: decodeURIComponent(hostname),
    port,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    parameters: new Map(searchParams),
  }
}

/** As in Go's driver: the last slash ends the host, and the last `@` before it the credentials. */
function partsOfGo(text: string, credentials: SqlCredentials): Parts {
  const [, before = '', after = ''] = /^(.*)\/([^/]*)$/s.exec(text) ?? []
  const [, who = '', place = ''] = /^(?:(.*)@)?([^@]*)$/s.exec(before) ?? []
  const [, net, at] = /^(\w+)\((.*)\)$/.exec(place) ?? []
  if (net === 'unix') throw new UnsupportedAddress('a socket in the file system')
  if (net !== 'tcp') throw new Error(HOW)
  const [, v6, name = '', port = ''] = /^(?:\[([^\]]+)\]|([^:[\]]*))(?::(\d+))?$/.exec(at ?? '') ?? []
  const [, user = '', password = ''] = /^([^:]*)(?::(.*))?$/s.exec(who) ?? []
  const [database = '', query = ''] = after.split(/\?(.*)/s)
  return {
    host: v6 ?? name,
    port,
    user: fillIn(user, credentials),
    password: fillIn(password, credentials),
    database: decodeURIComponent(fillIn(database, credentials)),
    parameters: new Map(new URLSearchParams(query)),
  }
}

/** `key=value;…`, where values may be quoted. */
function partsOfKeys(text: string, credentials: SqlCredentials): Parts {
  const parameters = new Map<string, string>()
  const pattern = /\s*([^=;]+?)\s*=\s*(?:"((?:[^"]|"")*)"|([^;]*?))\s*(?:;|$)/gy
  let end = 0
  for (const [whole, key = '', quoted, plain = ''] of text.matchAll(pattern)) {
    parameters.set(keyName(key), fillIn(quoted?.replaceAll('""', '"') ?? plain, credentials))
    end += whole.length
  }
  if (end !== text.length || parameters.size === 0) throw new Error(HOW)
  const take = (name: string) => {
    const value = parameters.get(name) ?? ''
    parameters.delete(name)
    return value
  }
  const server = take('server').replace(/^tcp:/i, '')
  if (server.includes('\\')) throw new UnsupportedAddress('a named instance')
  const [host = '', port = ''] = server.split(',')
  const [, protocol = ''] = /^(np|lpc|admin):/i.exec(host) ?? []
  if (protocol) throw new UnsupportedAddress(`a connection by ${protocol.toLowerCase()}`)
  return {
    host: ['.', '(local)'].includes(host.trim()) ? 'localhost' : host.trim(),
    port: port.trim() || take('port'),
    user: take('user id'),
    password: take('password'),
    database: '',
    parameters,
  }
}

const HOW = 'the address cannot be read'

/** Limits the input of the patterns above. */
const LONGEST_ADDRESS = 2000

function assertShort(text: string): void {
  if (text.length > LONGEST_ADDRESS) throw new Error(`the address has more than ${LONGEST_ADDRESS} characters`)
}

const fillIn = (text: string, { username = '', password = '' }: SqlCredentials, write = (value: string) => value) =>
  text.replaceAll('$(username)', () => write(username)).replaceAll('$(password)', () => write(password))

function finished(
  { host, port, user, password, database }: Parts,
  usualPort: number,
  tls: SqlAddress['tls'],
  given: SqlCredentials
): SqlAddress {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const number = port === '' ? usualPort : Number(port)
  if (name === '') throw new Error('the address names no host')
  if (name.startsWith('/')) throw new UnsupportedAddress('a socket in the file system')
  if (!Number.isInteger(number) || number < 1 || number > 65_535) throw new Error('the address has no port')
  const word = given.password || password
  registerSecret(word)
  return { host: name, port: number, user: given.username || user, password: word, database, tls }
}
