import type { Server, Socket } from 'node:net'

/** A sample service that responds until it is stopped. */
export type SampleListener = { port: number; stop(): Promise<void> }

const HOST = '127.0.0.1'

/** Sample services serve a handful of checks; more connections are a mistake. */
const MAX_CONNECTIONS = 64
const IDLE_MS = 15_000

/**
 * Listens on loopback only: on the requested port, or a free one when that is taken. Whatever a client sends, an error
 * on one connection ends only that connection.
 */
export async function listenOnLoopback(server: Server, preferredPort: number): Promise<SampleListener> {
  const open = new Set<Socket>()
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', (socket) => {
    open.add(socket)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
  })
  try {
    await bound(server, preferredPort)
  } catch (error) {
    if (!isPortTaken(error)) throw error
    await bound(server, 0)
  }
  server.on('error', () => {})
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of open) socket.destroy()
    })
  return { port: portOf(server), stop }
}

/** A port without a listener: the requested one if free, otherwise one that was free a moment ago. */
export async function findClosedPort(server: Server, preferredPort: number): Promise<number> {
  const { port, stop } = await listenOnLoopback(server, preferredPort)
  await stop()
  return port
}

function bound(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

const MAX_UNSENT_BYTES = 1024 * 1024

/** Closes the connection of a client that sends requests without reading the responses, and reports it. */
export function isFlooded(socket: Socket): boolean {
  if (socket.writableLength <= MAX_UNSENT_BYTES) return false
  socket.destroy()
  return true
}

/** Whether the port is in use or reserved by the system. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('A sample service is not listening')
  return address.port
}
