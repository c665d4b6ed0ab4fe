import { createServer, type Socket } from 'node:net'
import { isFlooded, type SampleListener, listenOnLoopback } from './listener'

/** SMTP lines are at most 1000 bytes long. */
const MAX_LINE_BYTES = 4096

/** One side of an SMTP conversation that accepts every message and stores none. */
export function createConversation(): (line: string) => string | undefined {
  let isMessage = false
  return (line) => {
    if (isMessage) {
      if (line !== '.') return undefined
      isMessage = false
      return '250 accepted, and forgotten: this is a sample service of the console'
    }
    switch (line.split(/[\s:]/, 1)[0]?.toUpperCase()) {
      case 'EHLO':
      case 'HELO':
        return '250 mail.quillmoor.example'
      case 'MAIL':
      case 'RCPT':
      case 'RSET':
      case 'NOOP':
        return '250 ok'
      case 'DATA':
        isMessage = true
        return '354 end with a line of one dot'
      case 'QUIT':
        return '221 goodbye'
      default:
        return '502 not known here'
    }
  }
}

export function startMail(port: number): Promise<SampleListener> {
  return listenOnLoopback(createServer(serve), port)
}

function serve(socket: Socket): void {
  const answer = createConversation()
  let waiting = ''
  socket.setEncoding('latin1')
  socket.write('220 mail.quillmoor.example ESMTP sample\r\n')
  socket.on('data', (text: string) => {
    const lines = (waiting + text).split('\n')
    waiting = lines.pop() ?? ''
    for (const line of lines) {
      const reply = answer(line.replace(/\r$/, ''))
      if (reply !== undefined) socket.write(`${reply}\r\n`)
      if (reply?.startsWith('221')) {
        socket.end()
        return
      }
    }
    if (waiting.length > MAX_LINE_BYTES) socket.destroy()
    else isFlooded(socket)
  })
}
