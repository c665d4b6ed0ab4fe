import { lookup as resolve, type LookupAddress } from 'node:dns'
import { connect, isIP, type LookupFunction, Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions, TLSSocket } from 'node:tls'
import { assertAllowed } from './targets'
import { formatGoDuration } from '@/shared/duration'
import { formatHostPort } from './host'
import { traceStep } from './redaction'

/**
 * Resolves a name like `dns.lookup`, but refuses the addresses that `targets.ts` denies. For the `lookup` option of
 * sockets.
 */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '')
    try {
      for (const { address } of addresses) assertAllowed(address)
    } catch (refusal) {
      return callback(refusal as NodeJS.ErrnoException, '')
    }
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  })
}

/**
 * @returns the address to connect to. Names are resolved; addresses are only checked. @throws when the address is
 * denied.
 */
export async function resolveAddress(host: string): Promise<string> {
  if (isIP(host)) {
    assertAllowed(host)
    return host
  }
  return new Promise((settle, reject) =>
    guardedLookup(host, {}, (error, address) => (error ? reject(error) : settle(String(address))))
  )
}

/** Opens a connection. The signal closes it at any time, also after it was opened. */
export async function openSocket(
  { host, port, tls }: { host: string; port: number; tls?: ConnectionOptions & { handshakeMs?: number } },
  signal: AbortSignal
): Promise<Socket | TLSSocket> {
  // Literal addresses are never resolved.
  if (isIP(host)) assertAllowed(host)
  signal.throwIfAborted()
  const socket = tls
    ? connectTls({ servername: isIP(host) ? '' : host, ...tls, host, port, lookup: guardedLookup })
    : connect({ host, port, lookup: guardedLookup })
  nameForTls(socket, host)
  destroyOnAbort(socket, signal)
  limitHandshake(socket, tls?.handshakeMs)
  const connected = new Promise<void>((settle, reject) => {
    socket.once(tls ? 'secureConnect' : 'connect', settle)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${formatHostPort(host, port)} closed the connection`)))
  })
  await traceStep(() => connected, {
    asked: () => `Connect to ${formatHostPort(host, port)}${tls ? ' with TLS' : ''}`,
    answered: () => `Connected to ${socket.remoteAddress}`,
  })
  return socket
}

/**
 * Destroys a socket whose TLS handshake takes longer than `mostMs` after it is connected. Does nothing without a limit
 * or without TLS.
 */
export function limitHandshake(socket: Socket, mostMs: number | undefined): void {
  if (mostMs === undefined || !(socket instanceof TLSSocket)) return
  socket.once('connect', () => {
    const late = new Error(`the TLS handshake took longer than ${formatGoDuration(mostMs)}`)
    const timer = setTimeout(() => socket.destroy(late), mostMs)
    for (const event of ['secureConnect', 'close']) socket.once(event, () => clearTimeout(timer))
  })
}

/**
 * Drivers that speak TLS over our socket leave the name check of the certificate to Node. Node knows names that it
 * resolved itself; for an address it would accept a certificate for localhost.
 */
const nameForTls = (socket: Socket, host: string): void => void Object.assign(socket, { _host: host })

/** Destroys the socket when the signal aborts, and removes the listener once the socket is closed. */
function destroyOnAbort(socket: Socket, signal: AbortSignal): void {
  const destroy = () => void socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', destroy, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', destroy))
  // Callers handle errors themselves; later ones must not end the process.
  socket.on('error', () => {})
}

/** A guarded socket for libraries that connect it themselves, such as `pg`. */
export class GuardedSocket extends Socket {
  override connect(...args: unknown[]): this {
    const [port, host] = args
    // A Unix socket connects to this machine like loopback, so the same rule applies.
    if (typeof port === 'string') assertAllowed('127.0.0.1')
    if (typeof port !== 'number' || typeof host !== 'string')
      return super.connect(...(args as Parameters<Socket['connect']>))
    if (isIP(host)) assertAllowed(host)
    super.connect({ port, host, lookup: guardedLookup })
    nameForTls(this, host)
    return this
  }
}
