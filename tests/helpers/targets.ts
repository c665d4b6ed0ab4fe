import { createSocket } from 'node:dgram'
import { createServer as createHttps } from 'node:https'
import type { RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import type { PGlite } from '@electric-sql/pglite'
import { onTestFinished } from 'vitest'
import { certificateKey, validCertificate } from './certificates'

/** A service on loopback for checks, until the test is done. */
export type TestTarget = {
  port: number
  /** Number of open connections: a check must close its own when it settles. */
  open(): number
}

/** A server with the protocol of `talk`. Default: accepts connections and never responds. */
export async function tcpTarget(
  talk: (socket: Socket) => void = (socket) => void socket.resume()
): Promise<TestTarget> {
  return listening(createServer(talk))
}

export async function httpsTarget(
  listener: RequestListener,
  certificate = validCertificate
): Promise<TestTarget & { url: string }> {
  const target = await listening(createHttps({ key: certificateKey, cert: certificate }, listener))
  return { ...target, url: `https://localhost:${target.port}/` }
}

async function listening(server: Server): Promise<TestTarget> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: portOf(server.address()), open: () => sockets.size }
}

const portOf = (address: AddressInfo | string | null) => {
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return address.port
}

/** A Redis with AUTH, SELECT and PING; with TLS it accepts no other connection. */
export function redisTarget({
  password,
  isTls = false,
}: { password?: string; isTls?: boolean } = {}): Promise<TestTarget> {
  const talk = (socket: Socket) => {
    let signedIn = password === undefined
    socket.on('data', (data) => {
      const [name = '', ...args] = data
        .toString()
        .split('\r\n')
        .filter((_, index) => index > 0 && index % 2 === 0)
      const answers: Record<string, () => string> = {
        AUTH: () => {
          signedIn = args.at(-1) === password
          return signedIn ? '+OK' : '-WRONGPASS invalid username-password pair'
        },
        SELECT: () => (Number(args[0]) < 16 ? '+OK' : '-ERR DB index is out of range'),
        PING: () => (signedIn ? '+PONG' : '-NOAUTH Authentication required.'),
      }
      socket.write(`${(answers[name] ?? (() => `-ERR unknown command '${name}'`))()}\r\n`)
    })
  }
  return isTls ? listening(createTls({ key: certificateKey, cert: validCertificate }, talk)) : tcpTarget(talk)
}

type PostgresState = 'startup' | 'password' | 'ready'

const BACKEND_KEY = Buffer.from([0, 0, 0, 7, 1, 2, 3, 4])
const CANCEL_REQUEST = 80_877_102

/**
 * A Postgres server over an embedded one, for any user with the password `secret`. Cancel requests for its sessions are
 * only counted.
 */
export async function postgresTarget(
  database: Pick<PGlite, 'execProtocolRaw'>
): Promise<TestTarget & { cancelled(): number }> {
  let cancelled = 0
  const target = await tcpTarget((socket) => {
    let bytes = Buffer.alloc(0)
    let state = 'startup' as PostgresState
    let last: Promise<unknown> = Promise.resolve()
    const answers: Record<PostgresState, (packet: Buffer) => void> = {
      startup: (packet) => {
        if (packet.readUInt32BE(4) === CANCEL_REQUEST) {
          if (packet.subarray(8).equals(BACKEND_KEY)) cancelled++
          return void socket.end()
        }
        state = 'password'
        socket.write(message('R', Buffer.from([0, 0, 0, 3])))
      },
      password: (packet) => {
        if (packet.subarray(5, -1).toString() !== 'secret') {
          socket.end(message('E', Buffer.from('SFATAL\0C28P01\0Mpassword authentication failed\0\0')))
          return
        }
        state = 'ready'
        const ready = [message('R', Buffer.alloc(4)), message('K', BACKEND_KEY), message('Z', Buffer.from('I'))]
        socket.write(Buffer.concat(ready))
      },
      ready: (packet) => {
        if (packet[0] === 'X'.charCodeAt(0)) return void socket.end()
        last = last.then(async () => socket.write(await database.execProtocolRaw(packet)))
      },
    }
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      for (;;) {
        const prefix = state === 'startup' ? 0 : 1
        if (bytes.length < prefix + 4) return
        const length = prefix + bytes.readUInt32BE(prefix)
        if (bytes.length < length) return
        const packet = bytes.subarray(0, length)
        bytes = bytes.subarray(length)
        answers[state](packet)
      }
    })
  })
  return { ...target, cancelled: () => cancelled }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export type DnsRecords = Partial<Record<keyof typeof dnsTypes, readonly Buffer[]>>
const dnsTypes = { A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33 }

/**
 * A name server that responds to every question of a type with the same records, or with those of the requested name. A
 * name without records of any type does not exist.
 */
export async function dnsTarget(
  records: DnsRecords | 'silent' | ((name: string) => DnsRecords)
): Promise<{ port: number; questions(): number }> {
  const socket = createSocket('udp4')
  let questions = 0
  socket.on('message', (question, { port, address }) => {
    questions++
    if (records === 'silent') return
    let end = 12
    while (question[end]) end += (question[end] ?? 0) + 1
    end += 5
    const type = question.readUInt16BE(end - 4)
    const name = Object.entries(dnsTypes).find(([, code]) => code === type)?.[0] as keyof DnsRecords | undefined
    const known = typeof records === 'function' ? records(nameIn(question)) : records
    const answers = (name && known[name]) ?? []
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(Object.keys(known).length > 0 ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(answers.length, 6)
    header.fill(0, 8)
    const rows = answers.map((data) => {
      const row = Buffer.alloc(12)
      row.writeUInt16BE(0xc00c, 0)
      row.writeUInt16BE(type, 2)
      row.writeUInt16BE(1, 4)
      row.writeUInt32BE(60, 6)
      row.writeUInt16BE(data.length, 10)
      return Buffer.concat([row, data])
    })
    socket.send(Buffer.concat([header, question.subarray(12, end), ...rows]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { port: socket.address().port, questions: () => questions }
}

/** The name in a question. */
function nameIn(question: Buffer): string {
  const parts: string[] = []
  for (let at = 12; question[at]; at += (question[at] ?? 0) + 1)
    parts.push(question.subarray(at + 1, at + 1 + (question[at] ?? 0)).toString())
  return parts.join('.').toLowerCase()
}

/** The wire format of record data. */
export const dnsData = {
  address: (ip: string) => Buffer.from(ip.split('.').map(Number)),
  name: (name: string) =>
    Buffer.concat([
      ...name.split('.').map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
      Buffer.from([0]),
    ]),
  text: (text: string) => Buffer.from([text.length, ...Buffer.from(text)]),
  numbered: (numbers: readonly number[], name: string) =>
    Buffer.concat([Buffer.from(numbers.flatMap((number) => [number >> 8, number & 255])), dnsData.name(name)]),
}
