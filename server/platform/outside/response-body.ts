import { once } from 'node:events'
import type { Transform } from 'node:stream'
import * as zlib from 'node:zlib'
import { redactCutSecret } from './redaction'

/** The body of a response as text. */
export type ResponseBody = {
  /** The part that was read. */
  body: string
  /** Whether `body` is complete. */
  isWhole: boolean
  /** Why `body` is incomplete, as a sentence without its first capital; undefined for a whole one. */
  unread: string | undefined
  /** Whether `body` is incomplete because of the limit. */
  isTooLong: boolean
}

/** Compressed data may be somewhat longer than its content. Endless data without any content is cut here, too. */
const SPARE_BYTES = 64 * 1024
/** More encodings, one inside the other, are an attack. */
const MOST_ENCODINGS = 3
/** A declaration of the encoding is near the beginning of a document. */
const DECLARATION_BYTES = 1024

type Decoder = Transform

type BodyReader = {
  add(chunk: Buffer): void
  /** Settles when everything that was added is decoded. */
  finish(): Promise<ResponseBody>
}

/**
 * Decodes the body of a response while it arrives: its `Content-Encoding`, and the encoding of its characters.
 * @param mostBytes the limit of the decoded body. Decoding ends there.
 * @param onEnough called once nothing more is needed.
 */
export function createBodyReader(
  headers: Readonly<Record<string, string>>,
  mostBytes: number,
  onEnough: () => void
): BodyReader {
  const encodings = contentEncodings(headers['content-encoding'])
  const unsupported = encodings.find((name) => !decoders.has(name))
  let problem =
    unsupported !== undefined
      ? `its encoding ${unsupported.slice(0, 40)} is not supported`
      : encodings.length > MOST_ENCODINGS
        ? `it has more than ${MOST_ENCODINGS} encodings`
        : undefined
  const chunks: Buffer[] = []
  let size = 0
  let received = 0
  let isEnded = false
  let isTooLong = false
  const isDecoded = new AbortController()
  const stages: Stage[] = []

  const end = () => {
    if (isEnded) return
    isEnded = true
    for (const { destroy } of stages) destroy()
    isDecoded.abort()
    onEnough()
  }
  const fail = (reason: string) => {
    problem ??= reason
    end()
  }
  const stop = () => {
    isTooLong ||= problem === undefined
    fail(`only its first ${formatBytes(mostBytes)} was read`)
  }
  const keep = (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size >= mostBytes) stop()
  }
  if (problem === undefined)
    // The encoding that was applied last is decoded first.
    for (const name of encodings.toReversed()) {
      const at = stages.length
      let passed = 0
      stages.push(
        createStage(name, {
          write: (chunk) => {
            passed += chunk.length
            if (at === stages.length - 1) keep(chunk)
            else if (passed > mostBytes + SPARE_BYTES) stop()
            else stages[at + 1]?.write(chunk)
          },
          end: () => (at === stages.length - 1 ? end() : stages[at + 1]?.end()),
          fail: (error) => fail(`its encoding ${name} cannot be decoded: ${describeZlib(error)}`),
        })
      )
    }

  return {
    add(chunk) {
      received += chunk.length
      if (isEnded) return
      if (problem !== undefined) return end()
      const [first] = stages
      if (!first) return keep(chunk)
      if (received > mostBytes + SPARE_BYTES) stop()
      else first.write(chunk)
    },
    async finish() {
      const [first] = stages
      // A response without a body, such as one to HEAD, may name an encoding, too.
      if (!isEnded && first && received > 0) {
        const decoded = once(isDecoded.signal, 'abort')
        first.end()
        await decoded
      }
      if (received === 0) problem = undefined
      const { text, unknown } = decodeText(
        Buffer.concat(chunks).subarray(0, mostBytes),
        headers['content-type'] ?? '',
        problem !== undefined
      )
      const unread = problem ?? unknown
      return {
        body: unread === undefined ? text : redactCutSecret(text),
        isWhole: unread === undefined,
        unread,
        isTooLong,
      }
    },
  }
}

const contentEncodings = (header = ''): string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity' && name !== 'none')

// Node 20 has no Zstandard.
const createZstd = (zlib as { createZstdDecompress?: () => Decoder }).createZstdDecompress

const decoders = new Map<string, (first: Buffer) => Decoder>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  // The standard says zlib; some servers send raw deflate, which never begins like zlib.
  ['deflate', (first) => (isZlib(first) ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
])
if (createZstd) decoders.set('zstd', createZstd)

const isZlib = (first: Buffer) =>
  first.length < 2 || ((first.readUInt8(0) & 0x0f) === 8 && first.readUInt16BE(0) % 31 === 0)

type Stage = { write(chunk: Buffer): void; end(): void; destroy(): void }

/** Decodes one encoding. The decoder is chosen by the first two bytes. */
function createStage(name: string, next: { write(chunk: Buffer): void; end(): void; fail(error: Error): void }): Stage {
  let decoder: Decoder | undefined
  let held = Buffer.alloc(0)
  let isDestroyed = false
  const open = () => {
    decoder = decoders.get(name)?.(held)
    decoder?.on('data', (chunk: Buffer) => void (isDestroyed || next.write(chunk)))
    decoder?.on('end', () => void (isDestroyed || next.end()))
    decoder?.on('error', (error) => void (isDestroyed || next.fail(error)))
    decoder?.write(held)
  }
  return {
    write(chunk) {
      if (decoder) return void decoder.write(chunk)
      held = Buffer.concat([held, chunk])
      if (held.length >= 2) open()
    },
    end() {
      if (!decoder) open()
      decoder?.end()
    },
    destroy() {
      isDestroyed = true
      decoder?.destroy()
    },
  }
}

const describeZlib = (error: Error) => {
  const code = 'code' in error ? String(error.code) : ''
  return code === 'Z_BUF_ERROR' || code === 'ERR__ERROR_FORMAT_PADDING_2' || /unexpected end/.test(error.message)
    ? 'the data ends too early'
    : `the data is damaged (${error.message})`
}

const formatBytes = (bytes: number) => {
  const megabytes = bytes / (1024 * 1024)
  return megabytes >= 1 ? `${Math.round(megabytes * 10) / 10} MB` : `${Math.round(bytes / 1024)} kB`
}

/**
 * Decodes characters as browsers do: by a byte order mark, the charset of the content type, a declaration in XML or
 * HTML, else as UTF-8.
 * @returns the text, and a reason if the encoding is unknown and the text is not UTF-8, either.
 */
function decodeText(bytes: Buffer, contentType: string, isCut: boolean): { text: string; unknown?: string } {
  const label = markedCharset(bytes) ?? namedCharset(contentType) ?? declaredCharset(bytes, contentType) ?? 'utf-8'
  // The end of a cut body may be a part of a character.
  const options = { stream: isCut }
  try {
    const decoder = new TextDecoder(label)
    if (decoder.encoding === 'windows-1252') return { text: decodeWindows1252(bytes) }
    return { text: decoder.decode(bytes, options) }
  } catch {
    try {
      return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes, options) }
    } catch {
      return { text: '', unknown: `its character encoding ${label.slice(0, 40)} is not supported` }
    }
  }
}

/** The characters of the bytes from 0x80 to 0x9f. Node 20 decodes these as control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const decodeWindows1252 = (bytes: Buffer) =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (one) => WINDOWS_1252[one.charCodeAt(0) - 0x80] ?? one)

function markedCharset(bytes: Buffer): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined
}

const namedCharset = (contentType: string) => /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(contentType)?.[1]

function declaredCharset(bytes: Buffer, contentType: string): string | undefined {
  if (!/\b(?:x?html|xml)\b/i.test(contentType)) return undefined
  const start = bytes.toString('latin1', 0, DECLARATION_BYTES)
  const [, found] =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)/.exec(start) ??
    /<meta\s[^>]*?charset\s*=\s*["']?([\w.:-]+)/i.exec(start) ??
    []
  // A declaration that can be read byte by byte is not UTF-16, whatever it says.
  return found !== undefined && /^utf-?16/i.test(found) ? 'utf-8' : found
}
