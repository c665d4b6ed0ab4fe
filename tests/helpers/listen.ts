import { createServer, type RequestListener, type Server } from 'node:http'
import { onTestFinished } from 'vitest'

/** Listens on a free loopback port until the test is done. */
export async function listen(listener: RequestListener): Promise<{ url: URL; server: Server }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return { url: new URL(`http://127.0.0.1:${address.port}`), server }
}

/** A free loopback port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return address.port
}
