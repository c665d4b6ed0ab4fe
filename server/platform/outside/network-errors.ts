import { formatHostPort } from './host'

type SystemError = Error & {
  code?: unknown
  syscall?: unknown
  hostname?: unknown
  address?: unknown
  port?: unknown
  reason?: unknown
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** `10.0.0.1:443`, or `the server`. */
const placeOf = ({ address, port }: SystemError) => {
  const host = textOf(address)
  return host === undefined ? 'the server' : typeof port === 'number' ? formatHostPort(host, port) : host
}
const nameOf = ({ hostname }: SystemError) => textOf(hostname) ?? 'this name'

/** Errors of sockets and DNS, by their code. */
const sentences: Readonly<Record<string, (error: SystemError) => string>> = {
  ENOTFOUND: (error) => `there is no host named ${nameOf(error)}`,
  EAI_AGAIN: (error) => `the name ${nameOf(error)} cannot be resolved at the moment`,
  EAI_NODATA: (error) => `the name ${nameOf(error)} has no address`,
  ENODATA: (error) => `the name ${nameOf(error)} has no such records`,
  ESERVFAIL: (error) => `the name server could not resolve ${nameOf(error)}`,
  EREFUSED: (error) => `the name server refused the query for ${nameOf(error)}`,
  ETIMEOUT: (error) => `the name server did not answer the query for ${nameOf(error)} in time`,
  ECONNREFUSED: (error) =>
    textOf(error.hostname) === undefined
      ? `nothing listens at ${placeOf(error)}`
      : `the name server cannot be reached for ${nameOf(error)}`,
  ECONNRESET: () => 'the server closed the connection before it responded',
  EPIPE: () => 'the server closed the connection before the request was sent',
  ETIMEDOUT: (error) => `${placeOf(error)} did not answer in time`,
  EHOSTUNREACH: (error) => `there is no route to ${placeOf(error)}`,
  ENETUNREACH: (error) => `there is no network route to ${placeOf(error)}`,
  EADDRNOTAVAIL: (error) => `${placeOf(error)} is not an address that can be reached from here`,
  CERT_HAS_EXPIRED: () => 'the certificate has expired',
  CERT_NOT_YET_VALID: () => 'the certificate is not valid yet',
  CERT_REVOKED: () => 'the certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: () => 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: () => 'the certificate was issued by an unknown, self-signed authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () =>
    'the issuer of the certificate is unknown: the server sends no chain to a known authority',
  UNABLE_TO_GET_ISSUER_CERT: () => 'the issuer of the certificate is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => 'the issuer of the certificate is unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: ({ reason, message }) =>
    `the certificate belongs to another name: ${textOf(reason) ?? message}`,
}

/** Errors of OpenSSL, by a part of their text. The text has a different thread in every process and at every time. */
const tlsFailures: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /wrong version number|packet length too long|http request|unknown protocol/i,
    'the server does not speak TLS at this port',
  ],
  [
    /unsupported protocol|protocol version|no protocols available/i,
    'the server supports no TLS version that is allowed here',
  ],
  [
    /handshake failure|no shared cipher|no cipher/i,
    'the server and this console have no TLS cipher in common, or the server requires a certificate',
  ],
  [/certificate required|bad certificate/i, 'the server requires another client certificate'],
  [/unknown ca/i, 'the server does not know the issuer of the client certificate'],
  [/unrecognized name/i, 'the server has no certificate for this name'],
  [/dh key too small|ee key too small|ca md too weak/i, 'the certificate or key of the server is too weak'],
]

/**
 * Describes an error of a connection: what happened, with the code of the system. The same failure always reads the
 * same.
 * @returns undefined for another error
 */
export function describeNetworkError(error: Error): string | undefined {
  const system = error as SystemError
  const code = textOf(system.code)
  if (code === undefined) return undefined
  const sentence = Object.hasOwn(sentences, code) ? sentences[code]?.(system) : undefined
  if (sentence !== undefined) return `${sentence} (${code})`
  if (code.startsWith('HPE_'))
    return `the server does not speak HTTP at this port, or its response is invalid (${code})`
  if (code !== 'EPROTO' && !code.startsWith('ERR_SSL_')) return undefined
  const [, found] = tlsFailures.find(([pattern]) => pattern.test(`${code.replaceAll('_', ' ')} ${error.message}`)) ?? []
  return `${found ?? `the TLS handshake failed: ${readReason(error.message)}`} (${code})`
}

/** The reason in `…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../file.c:354:`. */
const readReason = (message: string) => /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/.exec(message)?.[1] ?? message
