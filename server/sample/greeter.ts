import { createServer, type Socket } from 'node:net'
import { type Listening, listening } from './listening'

/** An open port with a greeting, as mail servers and payment gateways have. Says goodbye to whatever is sent. */
export function startGreeter(port: number, greeting: string): Promise<Listening> {
  const serve = (socket: Socket) => {
    socket.write(`${greeting}\r\n`)
    socket.once('data', () => socket.end('221 This is a sample service of the console\r\n'))
  }
  return listening(createServer(serve), port)
}
