import { once } from 'node:events'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** How a connection ends: reset, closed normally, or silent. */
export const drops = ['reset', 'closed', 'silent'] as const
type Drop = (typeof drops)[number]

export type Proxy = {
  /** The address of the target through this proxy. */
  url: string
  /**
   * Ends connections on which the client sends this text: before the target receives it, or instead of the response.
   */
  dropAt(said: string | undefined, drop?: Drop, when?: 'before' | 'after'): void
  /**
   * Ends every connection, and each new one until the proxy is restored. @returns when closing connections are closed.
   */
  goAway(drop: Drop): Promise<void>
  comeBack(): void
}

/** An interruptible proxy between a client and a TCP service, until the test is done. */
export async function proxyTo(target: string): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let at: { said: string; drop: Drop; when: 'before' | 'after' } | undefined
  let away: Drop | undefined
  const { hostname, port } = new URL(target)

  const end = (pair: readonly [Socket, Socket], drop: Drop) => {
    for (const socket of pair) {
      socket.removeAllListeners('data')
    }
    const [client, service] = pair
    service.removeAllListeners('close')
    if (drop === 'reset') client.resetAndDestroy()
    if (drop === 'closed') client.end()
    // A silent connection stays open for the client; the service notices by its own timeout.
    if (drop === 'silent') client.resume()
    service.destroy()
  }
  const server = createServer((client) => {
    const service = connect(Number(port), hostname)
    const pair = [client, service] as const
    pairs.add(pair)
    for (const socket of pair) socket.on('error', () => {})
    client.on('close', () => pairs.delete(pair) && service.destroy())
    if (away) return end(pair, away)
    client.on('data', (data) => {
      const { said, drop, when } = at ?? {}
      if (said === undefined || drop === undefined || !data.includes(said)) return void service.write(data)
      if (when === 'before') return end(pair, drop)
      service.removeAllListeners('data')
      service.write(data)
      service.once('data', () => end(pair, drop))
    })
    service.on('data', (data) => client.write(data))
    service.on('close', () => client.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  })
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    dropAt: (said, drop = 'reset', when = 'before') =>
      void (at = said === undefined ? undefined : { said, drop, when }),
    goAway: async (drop) => {
      away = drop
      const closing = drop === 'silent' ? [] : [...pairs].map(([client]) => once(client, 'close'))
      for (const pair of pairs) end(pair, drop)
      await Promise.all(closing)
    },
    comeBack: () => void (away = undefined),
  }
}
