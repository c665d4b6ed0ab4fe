import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { certificateKey, validCertificate } from './certificates'
import { type TestTarget, tcpTarget } from './targets'

// Fake databases that support their protocol as far as one query needs it. The default password is `secret`.

export type SqlAnswer = {
  columns: readonly (readonly [name: string, type: keyof typeof mysqlTypes & keyof typeof mssqlTypes])[]
  rows: readonly (readonly (string | null)[])[]
}
type Answer = SqlAnswer | { error: string } | { file: string } | 'silent'

export type SqlBehaviour = {
  password?: string
  /** Default: no TLS. */
  tls?: boolean
  answer?: (query: string) => Answer
  /** MySQL: the plug-in that requests the password instead. */
  plugin?: string
  /** SQL Server: the server to redirect to. */
  leadsTo?: { host: string; port: number }
}

type FakeSqlTarget = TestTarget & {
  /** The sign-in data as received, and the queries. */
  seen: Buffer[]
  queries: string[]
}

const numbers: SqlAnswer = { columns: [['n', 'int']], rows: [['1']] }

/** The default of `answer`: the number of rows in the query's `rows`, or an error. */
function defaultSqlAnswer(query: string): Answer {
  if (query.includes('nowhere')) return { error: 'there is no nowhere' }
  const rows = /rows (\d+)/.exec(query)?.[1]
  if (rows === undefined) return numbers
  return { ...numbers, rows: Array.from({ length: Number(rows) }, (_, at) => [String(at + 1)]) }
}

const mysqlTypes = { int: 0x08, text: 0xfd, decimal: 0xf6, binary: 0xfc, datetime: 0x0c, json: 0xf5, double: 0x05 }

export async function mysqlTarget(behaviour: SqlBehaviour = {}): Promise<FakeSqlTarget> {
  const { password = 'secret', tls = false, answer = defaultSqlAnswer, plugin } = behaviour
  const seen: Buffer[] = []
  const queries: string[] = []
  const scramble = Buffer.from('abcdefghijklmnopqrst')
  const target = await tcpTarget((raw) => {
    let socket: Socket = raw
    let bytes = Buffer.alloc(0)
    let state: 'greeted' | 'switched' | 'ready' = 'greeted'
    let sequence = 0
    const send = (...bodies: Buffer[]) => {
      for (const body of bodies) {
        const head = Buffer.alloc(4)
        head.writeUIntLE(body.length, 0, 3)
        head[3] = sequence++
        socket.write(Buffer.concat([head, body]))
      }
    }
    const refuse = (code: number, message: string) =>
      send(Buffer.concat([Buffer.from([0xff, code & 255, code >> 8]), Buffer.from(`#HY000${message}`)]))
    const welcome = (isKnown: boolean) => {
      state = 'ready'
      if (isKnown) send(ok)
      else refuse(1045, `Access denied (using password ${seen.at(-1)?.toString('latin1')})`)
    }
    const take = (packet: Buffer) => {
      if (state === 'ready') {
        if (packet[0] === 1) return void socket.end()
        const query = packet.subarray(1).toString()
        queries.push(query)
        const found = answer(query)
        if (found === 'silent') return
        if ('error' in found) return refuse(1146, found.error)
        if ('file' in found) return send(Buffer.concat([Buffer.from([0xfb]), Buffer.from(found.file)]))
        return send(...resultOf(found))
      }
      seen.push(packet)
      if (packet.length === 32) {
        // The client requests TLS.
        raw.removeListener('data', read)
        raw.pause()
        // Its handshake may already be included.
        raw.unshift(bytes)
        bytes = Buffer.alloc(0)
        const secure = new TLSSocket(raw, { isServer: true, key: certificateKey, cert: validCertificate })
        secure.on('error', () => {})
        secure.on('data', read)
        socket = secure
        return
      }
      if (plugin !== undefined && state === 'greeted') {
        state = 'switched'
        return send(Buffer.concat([Buffer.from([0xfe]), Buffer.from(`${plugin}\0`), scramble, Buffer.alloc(1)]))
      }
      if (state === 'switched') return welcome(packet.toString() === `${password}\0`)
      const user = packet.indexOf(0, 32)
      welcome(packet.subarray(user + 2, user + 22).equals(nativeToken(password, scramble)))
    }
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      for (;;) {
        const length = bytes.length < 4 ? Infinity : 4 + bytes.readUIntLE(0, 3)
        if (bytes.length < length) return
        const packet = bytes.subarray(4, length)
        sequence = (bytes[3] ?? 0) + 1
        bytes = bytes.subarray(length)
        take(packet)
      }
    }
    raw.on('data', read)
    send(greeting(scramble, tls))
  })
  return { ...target, seen, queries }
}

const ok = Buffer.from([0, 0, 0, 2, 0, 0, 0])
const eof = Buffer.from([0xfe, 0, 0, 2, 0])

function greeting(scramble: Buffer, tls: boolean): Buffer {
  // Flags: protocol 4.1, initial database, native passwords, plug-ins, local files.
  const flags = 0x1 | 0x8 | 0x80 | 0x200 | 0x8000 | 0x80000 | 0x200000 | (tls ? 0x800 : 0)
  const [low, high] = [flags & 0xffff, flags >>> 16].map((half) => Buffer.from([half & 255, half >> 8]))
  return Buffer.concat([
    Buffer.from('\x0a8.0.0\0\x01\0\0\0', 'latin1'),
    scramble.subarray(0, 8),
    Buffer.alloc(1),
    low ?? ok,
    Buffer.from([45, 2, 0]),
    high ?? ok,
    Buffer.from([21]),
    Buffer.alloc(10),
    scramble.subarray(8),
    Buffer.alloc(1),
    Buffer.from('mysql_native_password\0'),
  ])
}

const sha1 = (...parts: Buffer[]) => createHash('sha1').update(Buffer.concat(parts)).digest()

function nativeToken(password: string, scramble: Buffer): Buffer {
  const once = sha1(Buffer.from(password))
  const mask = sha1(scramble, sha1(once))
  return Buffer.from(once.map((byte, at) => byte ^ (mask[at] ?? 0)))
}

const counted = (text: string | Buffer) => {
  const bytes = Buffer.from(text)
  const length = bytes.length < 251 ? [bytes.length] : [0xfc, bytes.length & 255, bytes.length >> 8]
  return Buffer.concat([Buffer.from(length), bytes])
}

function resultOf({ columns, rows }: SqlAnswer): Buffer[] {
  const definitions = columns.map(([name, type]) => {
    const isBinary = type === 'binary'
    return Buffer.concat([
      ...['def', '', '', '', name, ''].map(counted),
      Buffer.from([0x0c, isBinary ? 63 : 45, 0, 0, 4, 0, 0, mysqlTypes[type], 0, 0, 0, 0, 0]),
    ])
  })
  const values = rows.map((row) =>
    Buffer.concat(
      row.map((value, at) =>
        value === null
          ? Buffer.from([0xfb])
          : counted(Buffer.from(value, columns[at]?.[1] === 'binary' ? 'latin1' : 'utf8'))
      )
    )
  )
  return [Buffer.from([columns.length]), ...definitions, eof, ...values, eof]
}

const mssqlTypes = { int: 0x26, text: 0xe7, decimal: 0x6c, binary: 0xa5, datetime: 0x6f, json: 0xe7, double: 0x6d }

const PRELOGIN = 0x12
const LOGIN = 0x10
const ANSWER = 0x04

export async function mssqlTarget(behaviour: SqlBehaviour = {}): Promise<FakeSqlTarget> {
  const { password = 'secret', tls = true, answer = defaultSqlAnswer, leadsTo } = behaviour
  const seen: Buffer[] = []
  const queries: string[] = []
  const target = await tcpTarget((raw) => {
    let socket: Duplex = raw
    const send = (type: number, body: Buffer) => {
      for (let at = 0; at === 0 || at < body.length; at += 4000) {
        const part = body.subarray(at, at + 4000)
        socket.write(Buffer.concat([head(type, part.length, at + 4000 >= body.length), part]))
      }
    }
    let message = Buffer.alloc(0)
    const take = (type: number, part: Buffer, isLast: boolean) => {
      message = Buffer.concat([message, part])
      if (!isLast) return
      const body = message
      message = Buffer.alloc(0)
      if (type === PRELOGIN) {
        raw.removeListener('data', read)
        send(ANSWER, preloginAnswer(tls))
        if (tls) socket = secured(raw, packets(take))
        else raw.on('data', read)
        return
      }
      if (type === LOGIN) {
        seen.push(body)
        if (passwordIn(body) !== password)
          return send(ANSWER, Buffer.concat([failure(18456, `Login failed with ${passwordIn(body)}`), done(2)]))
        const parts = [loginAck(), ...(leadsTo ? [routing(leadsTo)] : []), done()]
        return send(ANSWER, Buffer.concat(parts))
      }
      const query = body.subarray(body.readUInt32LE(0)).toString('utf16le')
      if (/^\s*set\s/i.test(query)) return send(ANSWER, done())
      queries.push(query)
      const found = answer(query)
      if (found === 'silent') return
      if ('error' in found) return send(ANSWER, Buffer.concat([failure(208, found.error), done(2)]))
      if ('rows' in found) send(ANSWER, tableOf(found))
    }
    const read = packets(take)
    raw.on('data', read)
  })
  return { ...target, seen, queries }
}

const head = (type: number, length: number, isLast: boolean) => {
  const bytes = Buffer.from([type, isLast ? 1 : 0, 0, 0, 0, 0, 1, 0])
  bytes.writeUInt16BE(length + 8, 2)
  return bytes
}

/** Splits the input into packets. */
function packets(take: (type: number, body: Buffer, isLast: boolean) => void) {
  let bytes = Buffer.alloc(0)
  return (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const length = bytes.length < 8 ? Infinity : bytes.readUInt16BE(2)
      if (bytes.length < length) return
      const packet = bytes.subarray(0, length)
      bytes = bytes.subarray(length)
      take(packet[0] ?? 0, packet.subarray(8), packet[1] === 1)
    }
  }
}

/** TLS whose handshake is wrapped in packets of the protocol, and unwrapped afterwards. */
function secured(raw: Socket, read: (chunk: Buffer) => void): TLSSocket {
  const APPLICATION_DATA = 0x17
  let isHandshake = true
  let isWrapped = true
  const pair = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, written) => {
      if (chunk[0] === APPLICATION_DATA) isHandshake = false
      raw.write(isHandshake ? Buffer.concat([head(PRELOGIN, chunk.length, true), chunk]) : chunk, () => written())
    },
  })
  const unwrap = packets((_type, body) => void pair.push(body))
  raw.on('data', (chunk: Buffer) => {
    if (chunk[0] === APPLICATION_DATA) isWrapped = false
    if (isWrapped) unwrap(chunk)
    else pair.push(chunk)
  })
  raw.on('close', () => pair.push(null))
  const secure = new TLSSocket(pair, {
    isServer: true,
    key: certificateKey,
    cert: validCertificate,
    maxVersion: 'TLSv1.2',
  })
  secure.on('error', () => {})
  secure.on('data', read)
  return secure
}

/** The version, and whether there is TLS (1) or not (2). */
const preloginAnswer = (tls: boolean) =>
  Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, tls ? 1 : 2])

function passwordIn(login: Buffer): string {
  const [at, length] = [login.readUInt16LE(44), login.readUInt16LE(46)]
  const bytes = login.subarray(at, at + 2 * length).map((byte) => {
    const plain = byte ^ 0xa5
    return ((plain << 4) | (plain >> 4)) & 255
  })
  return Buffer.from(bytes).toString('utf16le')
}

const short = (number: number) => Buffer.from([number & 255, number >> 8])
const wide = (text: string) => Buffer.from(text, 'utf16le')
const token = (type: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([type]), short(body.length), body])
}

const loginAck = () => token(0xad, Buffer.from([1, 0x74, 0, 0, 4, 4]), wide('test'), Buffer.from([16, 0, 0, 0]))
const done = (status = 0) => Buffer.concat([Buffer.from([0xfd]), short(status), Buffer.alloc(10)])
const failure = (number: number, message: string) => {
  const code = Buffer.alloc(6)
  code.writeUInt32LE(number)
  code[4] = 1
  code[5] = 16
  return token(0xaa, code, short(message.length), wide(message), Buffer.alloc(6))
}
const routing = ({ host, port }: { host: string; port: number }) => {
  const place = Buffer.concat([Buffer.from([0]), short(port), short(host.length), wide(host)])
  return token(0xe3, Buffer.from([20]), short(place.length), place, Buffer.alloc(2))
}

const collation = Buffer.from([9, 4, 0xd0, 0, 0x34])
const SCALE = 2

function tableOf({ columns, rows }: SqlAnswer): Buffer {
  const described = columns.map(([name, type]) => {
    const more = {
      int: Buffer.from([8]),
      text: Buffer.concat([short(8000), collation]),
      json: Buffer.concat([short(8000), collation]),
      decimal: Buffer.from([17, 38, SCALE]),
      binary: short(8000),
      datetime: Buffer.from([8]),
      double: Buffer.from([8]),
    }[type]
    return Buffer.concat([
      Buffer.alloc(4),
      short(1),
      Buffer.from([mssqlTypes[type]]),
      more,
      Buffer.from([name.length]),
      wide(name),
    ])
  })
  const values = rows.map((row) =>
    Buffer.concat([Buffer.from([0xd1]), ...row.map((value, at) => valueOf(columns[at]?.[1] ?? 'text', value))])
  )
  return Buffer.concat([Buffer.from([0x81]), short(columns.length), ...described, ...values, done()])
}

function valueOf(type: keyof typeof mssqlTypes, value: string | null): Buffer {
  const isLong = ['text', 'json', 'binary'].includes(type)
  if (value === null) return isLong ? Buffer.from([255, 255]) : Buffer.from([0])
  if (isLong) {
    const bytes = type === 'binary' ? Buffer.from(value, 'latin1') : wide(value)
    return Buffer.concat([short(bytes.length), bytes])
  }
  if (type === 'decimal') {
    const whole = BigInt(value.replace(/[-.]/g, ''))
    const bytes = Buffer.alloc(18)
    bytes[0] = 17
    bytes[1] = value.startsWith('-') ? 0 : 1
    bytes.writeBigUInt64LE(whole & 0xffffffffffffffffn, 2)
    bytes.writeBigUInt64LE(whole >> 64n, 10)
    return bytes
  }
  const bytes = Buffer.alloc(9)
  bytes[0] = 8
  if (type === 'int') bytes.writeBigInt64LE(BigInt(value), 1)
  else if (type === 'double') bytes.writeDoubleLE(Number(value), 1)
  else {
    const sinceMs = Date.parse(`${value.replace(' ', 'T')}Z`) - Date.parse('1900-01-01T00:00:00Z')
    bytes.writeInt32LE(Math.floor(sinceMs / 86_400_000), 1)
    bytes.writeUInt32LE(Math.round(((sinceMs % 86_400_000) * 3) / 10), 5)
  }
  return bytes
}
