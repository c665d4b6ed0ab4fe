import { createServer, type Socket } from 'node:net'
import { isFlooded, type SampleListener, listenOnLoopback } from './listener'

const MAX_MESSAGE_BYTES = 64 * 1024
const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102
const PROTOCOL_3 = 196608
const TEXT_OID = 25

/** Type byte, length of the rest including itself, content. */
function message(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

const text = (value: string) => Buffer.from(`${value}\0`)

const ready = message('Z', Buffer.from('I')) // no transaction open

const greeting = Buffer.concat([
  message('R', int32(0)), // signed in, idle
  message('S', text('server_version'), text('16.4')),
  message('S', text('client_encoding'), text('UTF8')),
  message('S', text('standard_conforming_strings'), text('on')),
  message('K', int32(1), int32(1)),
  ready,
])

/** The orders database returns one row of one column for every query. */
const columns = message(
  'T',
  int16(1),
  text('open_orders'),
  int32(0),
  int16(0),
  int32(TEXT_OID),
  int16(-1),
  int32(-1),
  int16(0)
)
const row = message('D', int16(1), int32(2), Buffer.from('42'))
const done = message('C', text('SELECT 1'))

/** Returns the response to one message of a signed-in client; 'bye' when it leaves. */
function answerMessage(type: string, content: Buffer): Buffer | 'bye' {
  switch (type) {
    case 'Q': // simple query
      return Buffer.concat([columns, row, done, ready])
    case 'P': // parse, bind, describe, execute, close, sync: the extended query
      return message('1')
    case 'B':
      return message('2')
    case 'D':
      return content[0] === 'S'.charCodeAt(0) ? Buffer.concat([message('t', int16(0)), columns]) : columns
    case 'E':
      return Buffer.concat([row, done])
    case 'C':
      return message('3')
    case 'S':
      return ready
    case 'H': // flush: nothing is buffered anyway
      return Buffer.alloc(0)
    default:
      return 'bye'
  }
}

export function startPostgres(port: number): Promise<SampleListener> {
  return listenOnLoopback(createServer(serve), port)
}

function serve(socket: Socket): void {
  let waiting: Buffer = Buffer.alloc(0)
  let isSignedIn = false
  socket.on('data', (data: Buffer) => {
    waiting = Buffer.concat([waiting, data])
    for (;;) {
      // The first messages have no type byte.
      const lengthAt = isSignedIn ? 1 : 0
      if (waiting.length < lengthAt + 4) return
      const length = waiting.readInt32BE(lengthAt)
      if (length < 4 || length > MAX_MESSAGE_BYTES) {
        socket.destroy()
        return
      }
      const end = lengthAt + length
      if (waiting.length < end) return
      const content = waiting.subarray(lengthAt + 4, end)
      const answer = isSignedIn ? answerMessage(waiting.toString('latin1', 0, 1), content) : answerStartup(content)
      waiting = waiting.subarray(end)
      if (answer === 'bye') {
        socket.end()
        return
      }
      isSignedIn ||= answer === greeting
      socket.write(answer)
      if (isFlooded(socket)) return
    }
  })
}

function answerStartup(content: Buffer): Buffer | 'bye' {
  const code = content.length >= 4 ? content.readInt32BE(0) : CANCEL_REQUEST
  if (code === SSL_REQUEST || code === GSS_REQUEST) return Buffer.from('N') // continue without encryption
  return code === PROTOCOL_3 ? greeting : 'bye'
}
