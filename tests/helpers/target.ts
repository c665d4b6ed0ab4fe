import { createServer, type Server } from 'node:http'

/** A web server with a response chosen by the test, for a check to watch. */
export async function startTarget(): Promise<{ port: number; answer(status: number): void; stop(): void }> {
  let status = 200
  const server: Server = createServer((_request, response) => response.writeHead(status).end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return {
    port: address.port,
    answer: (next) => (status = next),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
