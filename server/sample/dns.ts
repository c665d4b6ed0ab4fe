import { createSocket, type Socket } from 'node:dgram'
import { isPortTaken, type SampleListener } from './listener'

const types = { A: 1, NS: 2, MX: 15, TXT: 16, AAAA: 28 } as const
type Type = keyof typeof types

const ZONE = 'quillmoor.example'

/** Addresses from the ranges that are reserved for examples. */
const records: readonly { name: string; type: Type; data: Buffer }[] = [
  { name: ZONE, type: 'A', data: Buffer.from([192, 0, 2, 10]) },
  { name: ZONE, type: 'NS', data: nameBytes(`ns1.${ZONE}`) },
  { name: ZONE, type: 'MX', data: Buffer.concat([Buffer.from([0, 10]), nameBytes(`mail.${ZONE}`)]) },
  { name: ZONE, type: 'TXT', data: textBytes('v=spf1 mx -all') },
  { name: `shop.${ZONE}`, type: 'A', data: Buffer.from([192, 0, 2, 10]) },
  { name: `shop.${ZONE}`, type: 'A', data: Buffer.from([192, 0, 2, 11]) },
  { name: `shop.${ZONE}`, type: 'AAAA', data: Buffer.from('20010db8000000000000000000000010', 'hex') },
  { name: `mail.${ZONE}`, type: 'A', data: Buffer.from([192, 0, 2, 25]) },
  { name: `ns1.${ZONE}`, type: 'A', data: Buffer.from([192, 0, 2, 53]) },
]

const HEADER_BYTES = 12
const TTL_SECONDS = 60
const NO_SUCH_NAME = 3

/**
 * Answers one query datagram. Pure.
 * @returns undefined for anything but a plain query of one question; answering an answer would start an endless
 * exchange.
 */
export function answerQuery(message: Buffer): Buffer | undefined {
  if (message.length < HEADER_BYTES || message.length > 512) return undefined
  const flags = message.readUInt16BE(2)
  const isQuery = (flags & 0xf800) === 0
  if (!isQuery || message.readUInt16BE(4) !== 1) return undefined
  const question = readQuestion(message)
  if (!question) return undefined

  const named = records.filter(({ name }) => name === question.name)
  const found = named.filter(({ type }) => types[type] === question.type)
  const header = Buffer.alloc(HEADER_BYTES)
  message.copy(header, 0, 0, 2)
  const recursionDesired = flags & 0x0100
  header.writeUInt16BE(0x8400 | recursionDesired | (named.length === 0 ? NO_SUCH_NAME : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  return Buffer.concat([header, message.subarray(HEADER_BYTES, question.end), ...found.map(answerBytes)])
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } | undefined {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (;;) {
    const length = message[at]
    if (length === undefined || length > 63 || at + 1 + length > message.length) return undefined
    at += 1
    if (length === 0) break
    labels.push(message.toString('latin1', at, at + length))
    at += length
  }
  if (at + 4 > message.length) return undefined
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at), end: at + 4 }
}

function answerBytes({ type, data }: { type: Type; data: Buffer }): Buffer {
  const fixed = Buffer.alloc(12)
  fixed.writeUInt16BE(0xc000 | HEADER_BYTES, 0) // the name: see the question
  fixed.writeUInt16BE(types[type], 2)
  fixed.writeUInt16BE(1, 4) // class IN
  fixed.writeUInt32BE(TTL_SECONDS, 6)
  fixed.writeUInt16BE(data.length, 10)
  return Buffer.concat([fixed, data])
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(textBytes), Buffer.from([0])])
}

function textBytes(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}

/** A name server over UDP for the shop's own names. */
export async function startDns(preferredPort: number): Promise<SampleListener> {
  const socket = await bound(preferredPort).catch((error: unknown) => {
    if (isPortTaken(error)) return bound(0)
    throw error
  })
  socket.on('error', () => {})
  socket.on('message', (message, { port, address }) => {
    const answer = answerQuery(message)
    if (answer) socket.send(answer, port, address, () => {})
  })
  return { port: socket.address().port, stop: () => new Promise((resolve) => socket.close(() => resolve())) }
}

function bound(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    socket.once('error', (error) => {
      socket.close()
      reject(error)
    })
    socket.bind(port, '127.0.0.1', () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
  })
}
