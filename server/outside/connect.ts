import { lookup as resolve, type LookupAddress } from 'node:dns'
import { connect, isIP, type LookupFunction, Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions, TLSSocket } from 'node:tls'
import { assertAllowed } from './targets'
import { formatGoDuration } from '../../src/lib/duration'
import { step } from './redaction'

/** Resolves a name like `dns.lookup`, but refuses what `targets.ts` refuses. For the `lookup` option of sockets. */
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

/** @returns the address to talk to. Names are resolved; an address is only checked. @throws when it is refused. */
export async function addressOf(host: string): Promise<string> {
  if (isIP(host)) {
    assertAllowed(host)
    return host
  }
  return new Promise((settle, reject) =>
    guardedLookup(host, {}, (error, address) => (error ? reject(error) : settle(String(address))))
  )
}

/** Opens a connection; the signal closes it at any time, also after it was opened. */
export async function openSocket(
  { host, port, tls }: { host: string; port: number; tls?: ConnectionOptions & { handshakeMs?: number } },
  signal: AbortSignal
): Promise<Socket | TLSSocket> {
  // Literal addresses are never looked up.
  if (isIP(host)) assertAllowed(host)
  signal.throwIfAborted()
  const socket = tls
    ? connectTls({ servername: isIP(host) ? '' : host, ...tls, host, port, lookup: guardedLookup })
    : connect({ host, port, lookup: guardedLookup })
  nameForTls(socket, host)
  destroyOnAbort(socket, signal)
  boundHandshake(socket, tls?.handshakeMs)
  const connected = new Promise<void>((settle, reject) => {
    socket.once(tls ? 'secureConnect' : 'connect', settle)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error(`${host}:${port} closed the connection`)))
  })
  await step(() => connected, {
    asked: () => `Connect to ${host}:${port}${tls ? ' with TLS' : ''}`,
    answered: () => `Connected to ${socket.remoteAddress}`,
  })
  return socket
}

/** Destroys a socket whose TLS handshake takes longer, from when it is connected. Without a bound, or TLS, does nothing. */
export function boundHandshake(socket: Socket, mostMs: number | undefined): void {
  if (mostMs === undefined || !(socket instanceof TLSSocket)) return
  socket.once('connect', () => {
    const late = new Error(`the TLS handshake took longer than ${formatGoDuration(mostMs)}`)
    const timer = setTimeout(() => socket.destroy(late), mostMs)
    for (const event of ['secureConnect', 'close']) socket.once(event, () => clearTimeout(timer))
  })
}

/**
 * Drivers that speak TLS over a socket of ours leave it to Node to know whose certificate it has to be. Node knows names
 * that it looked up; for an address it would take a certificate for localhost.
 */
const nameForTls = (socket: Socket, host: string): void => void Object.assign(socket, { _host: host })

/** Destroys the socket with the signal, and listens no longer once it is closed. */
export function destroyOnAbort(socket: Socket, signal: AbortSignal): void {
  const destroy = () => void socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', destroy, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', destroy))
  // Callers listen for errors themselves; later ones must not end the process.
  socket.on('error', () => {})
}

/** A guarded socket for libraries that connect it themselves, as `pg` does. */
export class GuardedSocket extends Socket {
  override connect(...args: unknown[]): this {
    const [port, host] = args
    // A Unix socket leads to this machine as loopback does, so it is refused alike.
    if (typeof port === 'string') assertAllowed('127.0.0.1')
    if (typeof port !== 'number' || typeof host !== 'string')
      return super.connect(...(args as Parameters<Socket['connect']>))
    if (isIP(host)) assertAllowed(host)
    super.connect({ port, host, lookup: guardedLookup })
    nameForTls(this, host)
    return this
  }
}
