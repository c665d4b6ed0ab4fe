import { createServer, type Socket } from 'node:net'
import { isFlooded, type SampleListener, listenOnLoopback } from './listener'

const MAX_BUFFERED_BYTES = 64 * 1024
const MAX_ARGUMENTS = 64

/**
 * Returns the next complete command in `buffer`, as the client sent it; 'more' when it is incomplete, 'bad' when it is
 * invalid.
 */
export function takeCommand(buffer: Buffer): { command: string[]; rest: Buffer } | 'more' | 'bad' {
  const first = takeLine(buffer, 0)
  if (!first) return 'more'
  // Without the `*` it is an inline command: words separated by spaces.
  if (!first.text.startsWith('*')) {
    return { command: first.text.split(' ').filter(Boolean), rest: buffer.subarray(first.end) }
  }
  const count = whole(first.text.slice(1))
  if (count === undefined || count > MAX_ARGUMENTS) return 'bad'
  const command: string[] = []
  let at = first.end
  for (let index = 0; index < count; index++) {
    const line = takeLine(buffer, at)
    if (!line) return 'more'
    const length = line.text.startsWith('$') ? whole(line.text.slice(1)) : undefined
    if (length === undefined || length > MAX_BUFFERED_BYTES) return 'bad'
    if (buffer.length < line.end + length + 2) return 'more'
    command.push(buffer.toString('utf8', line.end, line.end + length))
    at = line.end + length + 2
  }
  return { command, rest: buffer.subarray(at) }
}

function takeLine(buffer: Buffer, from: number): { text: string; end: number } | undefined {
  const end = buffer.indexOf('\n', from)
  if (end === -1) return undefined
  return { text: buffer.toString('utf8', from, end).replace(/\r$/, ''), end: end + 1 }
}

const whole = (text: string): number | undefined => (/^\d{1,6}$/.test(text) ? Number(text) : undefined)

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

const information = [
  '# Server',
  'redis_version:7.2.0',
  'redis_mode:standalone',
  '# Clients',
  'connected_clients:12',
  '# Keyspace',
  'db0:keys=8412,expires=8412,avg_ttl=1510000',
  '',
].join('\r\n')

/** The responses of the session cache, in the Redis protocol. */
export function answerRedisCommand([verb = '', ...words]: readonly string[]): string {
  switch (verb.toLowerCase()) {
    case 'ping':
      return words[0] === undefined ? '+PONG\r\n' : bulk(words[0])
    case 'auth':
    case 'select':
    case 'client':
    case 'quit':
      return '+OK\r\n'
    case 'info':
      return bulk(information)
    case 'dbsize':
      return ':8412\r\n'
    default:
      return `-ERR unknown command '${verb.replaceAll(/[^\w-]/g, '?').slice(0, 32)}'\r\n`
  }
}

export function startRedis(port: number): Promise<SampleListener> {
  return listenOnLoopback(createServer(serve), port)
}

function serve(socket: Socket): void {
  let waiting: Buffer = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    waiting = Buffer.concat([waiting, data])
    for (;;) {
      const next = takeCommand(waiting)
      if (next === 'bad' || (next === 'more' && waiting.length > MAX_BUFFERED_BYTES)) {
        socket.destroy()
        return
      }
      if (next === 'more') return
      waiting = next.rest
      if (next.command.length === 0) continue
      socket.write(answerRedisCommand(next.command))
      if (isFlooded(socket)) return
      if (next.command[0]?.toLowerCase() === 'quit') {
        socket.end()
        return
      }
    }
  })
}
