import { isIP } from 'node:net'
import type { Transporter } from 'nodemailer'
import { openSocket } from './connect'
import type { ResolvedConnection } from './resolve-connection'

const USUAL_PORT = 587
const IMPLICIT_TLS_PORT = 465

/** Authentication methods: the names in the forms and in the mail library. `unknown`: the server chooses. */
const methods: Readonly<Record<string, string | undefined>> = {
  plain: 'PLAIN',
  crammd5: 'CRAM-MD5',
  unknown: undefined,
}

/** Why a stored mail server cannot be used, as a sentence for users. */
export class MailServerError extends Error {
  override readonly name = 'MailServerError'
}

/**
 * Connects to a stored mail server, passes a transport to `use`, and closes the connection. The signal closes it at any
 * time.
 * @throws {MailServerError} for invalid settings; rethrows errors of the server and of `use`.
 */
export async function withMailServer<T>(
  connection: ResolvedConnection,
  signal: AbortSignal,
  use: (transport: Transporter) => Promise<T>
): Promise<T> {
  const { host, port, encryption, authMethod, user, pass } = readMailSettings(connection)
  const { createTransport } = await import('nodemailer')
  // The library would resolve the name itself.
  const socket = await openSocket({ host, port }, signal)
  try {
    const transport = createTransport({
      host,
      port,
      getSocket: (_options: unknown, done: (error: null, found: { connection: typeof socket }) => void) =>
        done(null, { connection: socket }),
      secure: encryption === 'implicittls' || (encryption === 'auto' && port === IMPLICIT_TLS_PORT),
      requireTLS: encryption === 'explicittls',
      ignoreTLS: encryption === 'none',
      tls: { rejectUnauthorized: !connection.isInsecure, ...(isIP(host) ? {} : { servername: host }) },
      ...((user || pass) && { auth: { user, pass }, forceAuth: true, ...(authMethod && { authMethod }) }),
    })
    return await use(transport)
  } finally {
    socket.destroy()
  }
}

/** Values of the address take precedence over the properties. */
function readMailSettings({ url, username, password, properties }: ResolvedConnection) {
  const address = URL.canParse(url) && /^smtps?:\/\//.test(url) ? new URL(url) : undefined
  const host = (address?.hostname ?? properties['host'] ?? '').replace(/^\[(.*)\]$/, '$1')
  if (host === '') throw new MailServerError('The connection names no mail server.')
  const written = (parameter: string, property: string, otherwise: string) =>
    (address?.searchParams.get(parameter) || properties[property] || otherwise).toLowerCase()
  const auth = written('Auth', 'authMethod', 'unknown')
  if (auth === 'oauth2') throw new MailServerError('This sign-in method of the mail server cannot be tested here.')
  const isNobody = auth === 'none'
  return {
    host,
    port: Number(address?.port || properties['port']) || USUAL_PORT,
    encryption: address?.protocol === 'smtps:' ? 'implicittls' : written('Encryption', 'encryptionMethod', 'auto'),
    authMethod: methods[auth],
    user: isNobody ? '' : username || decodeURIComponent(address?.username ?? ''),
    pass: isNobody ? '' : password || decodeURIComponent(address?.password ?? ''),
  }
}
