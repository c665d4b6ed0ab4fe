import { createServer, type Socket } from 'node:net'
import { type SampleListener, listenOnLoopback } from './listener'

/** An open port with a greeting, as many appliances have. Closes the connection on any input. */
export function startGreeter(port: number, greeting: string): Promise<SampleListener> {
  const serve = (socket: Socket) => {
    socket.write(`${greeting}\r\n`)
    socket.once('data', () => socket.end('Goodbye: this is a sample service of the console\r\n'))
  }
  return listenOnLoopback(createServer(serve), port)
}
