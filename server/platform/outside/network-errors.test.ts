import { expect, test } from 'vitest'
import { formatError } from './error-text'

const failure = (message: string, more: object) => Object.assign(new Error(message), more)
const openssl = (thread: string, reason: string) =>
  `write EPROTO ${thread}:error:0A00010B:SSL routines:ssl3_get_record:${reason}:../deps/openssl/openssl/ssl/record.c:354:\n`

test.each([
  [
    failure('getaddrinfo ENOTFOUND pumps.invalid', { code: 'ENOTFOUND', hostname: 'pumps.invalid' }),
    'there is no host named pumps.invalid (ENOTFOUND)',
  ],
  [
    failure('queryA ENODATA pumps', { code: 'ENODATA', hostname: 'pumps' }),
    'the name pumps has no such records (ENODATA)',
  ],
  [
    failure('connect ECONNREFUSED', { code: 'ECONNREFUSED', address: '::1', port: 81 }),
    'nothing listens at [::1]:81 (ECONNREFUSED)',
  ],
  [
    failure('read ECONNRESET', { code: 'ECONNRESET' }),
    'the server closed the connection before it responded (ECONNRESET)',
  ],
  [
    failure(openssl('803CABED3A7F0000', 'wrong version number'), { code: 'EPROTO' }),
    'the server does not speak TLS at this port (EPROTO)',
  ],
  [
    failure(openssl('40E7F1A2B37F0000', 'wrong version number'), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    'the server does not speak TLS at this port (ERR_SSL_WRONG_VERSION_NUMBER)',
  ],
  [failure(openssl('40E7', 'strange fault'), { code: 'EPROTO' }), 'the TLS handshake failed: strange fault (EPROTO)'],
  [failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' }), 'the certificate has expired (CERT_HAS_EXPIRED)'],
  [
    failure('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    'the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
  ],
  [
    failure('Parse Error: Expected HTTP/', { code: 'HPE_INVALID_CONSTANT' }),
    'the server does not speak HTTP at this port, or its response is invalid (HPE_INVALID_CONSTANT)',
  ],
  [failure('no such table', { code: '42P01' }), 'no such table'],
  [new Error('plain'), 'plain'],
])('describes %s', (error, text) => expect(formatError(error)).toBe(text))
