import type { Socket } from 'node:net'
import { redactAndClip, redactCutSecret } from './redaction'

/** A reply of a Redis server: text, a number or null. List replies are not used. */
export type RedisReply = string | number | null

/** The error reply of the server, or an invalid reply. */
export class RespError extends Error {
  override readonly name = 'RespError'
}

const MOST_REPLY_BYTES = 64 * 1024

/** Formats a command in the Redis protocol: an array of bulk strings, which may contain any byte. */
export const formatCommand = (parts: readonly string[]): string =>
  `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`

/**
 * Parses one reply from the start of `bytes`.
 * @returns undefined while it is incomplete.
 * @throws {RespError} for `-ERR …`, with its message, and for an invalid reply.
 */
export function parseReply(bytes: Buffer): { reply: RedisReply; length: number } | undefined {
  const end = bytes.indexOf('\r\n')
  if (end < 0) {
    if (bytes.length > MOST_REPLY_BYTES) throw new RespError('the answer does not end')
    if (bytes.length > 0 && !'+-:$'.includes(String.fromCharCode(bytes[0] ?? 0))) throw notRedis(bytes)
    return undefined
  }
  const line = bytes.subarray(1, end).toString('utf8')
  const after = end + 2
  switch (String.fromCharCode(bytes[0] ?? 0)) {
    case '+':
      return { reply: line, length: after }
    case ':':
      return { reply: Number(line), length: after }
    case '-':
      throw new RespError(line)
    case '$': {
      const size = Number(line)
      if (size === -1) return { reply: null, length: after }
      if (!Number.isInteger(size) || size < 0 || size > MOST_REPLY_BYTES) throw notRedis(bytes)
      if (bytes.length < after + size + 2) return undefined
      return { reply: bytes.subarray(after, after + size).toString('utf8'), length: after + size + 2 }
    }
    default:
      throw notRedis(bytes)
  }
}

/** These bytes may be followed by more. */
const notRedis = (bytes: Buffer) =>
  new RespError(`the answer is not Redis's: ${JSON.stringify(redactAndClip(redactCutSecret(bytes.toString()), 40))}`)

/** Sends one command and waits for its reply. Commands must not overlap. */
export function sendCommand(socket: Socket, parts: readonly string[]): Promise<RedisReply> {
  return new Promise((settle, reject) => {
    let bytes = Buffer.alloc(0)
    const done = () => {
      socket.off('data', read)
      socket.off('error', fail)
      socket.off('close', closed)
    }
    const fail = (error: unknown) => {
      done()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const closed = () => fail(new Error('the server closed the connection'))
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      try {
        const found = parseReply(bytes)
        if (!found) return
        done()
        settle(found.reply)
      } catch (error) {
        fail(error)
      }
    }
    if (socket.destroyed) return closed()
    socket.on('data', read)
    socket.on('error', fail)
    socket.on('close', closed)
    socket.write(formatCommand(parts))
  })
}
