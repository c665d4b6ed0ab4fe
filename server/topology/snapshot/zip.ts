import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive; its text may come bit by bit. */
export type ZipFile = { name: string; text: AsyncIterable<string> | Iterable<string> }

type Written = { name: Buffer; crc: number; packedBytes: number; bytes: number; offset: number }

const VERSION = 20
const DEFLATE = 8
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0b1000_0000_1000

/**
 * A ZIP archive, written as its files come: nothing is held but what is being sent. Without ZIP64, so all of it together
 * must stay below 4 GB, and below 65,535 files. Times are in UTC, of which ZIP knows nothing.
 */
export async function* zip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  const time = dosTime(at)
  const written: Written[] = []
  let offset = 0
  for await (const { name, text } of files) {
    const file: Written = { name: Buffer.from(name), crc: 0, packedBytes: 0, bytes: 0, offset }
    const head = Buffer.concat([header(0x04034b50, [VERSION], time, { ...file, crc: 0 }), file.name])
    yield head
    for await (const part of deflated(text, file)) {
      file.packedBytes += part.length
      yield part
    }
    yield words(0x08074b50, file.crc, file.packedBytes, file.bytes)
    offset += head.length + file.packedBytes + 16
    written.push(file)
  }
  const directory = Buffer.concat(written.flatMap((file) => [entry(file, time), file.name]))
  yield directory
  yield end(written.length, directory.length, offset)
}

/** Counts what goes in. */
async function* deflated(text: ZipFile['text'], file: Written): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const part of text) {
      const bytes = Buffer.from(part)
      file.crc = crc32(bytes, file.crc)
      file.bytes += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // When the source fails the stream is destroyed with that error, which is thrown below.
  pipeline(Readable.from(counted()), deflate, () => {})
  yield* deflate as AsyncIterable<Buffer>
}

/** What the header of a file and its entry in the directory have in common; the lengths of extras are 0. */
function header(signature: number, versions: readonly number[], time: readonly number[], file: Written): Buffer {
  return Buffer.concat([
    words(signature),
    halves(...versions, FLAGS, DEFLATE, ...time),
    words(file.crc, file.packedBytes, file.bytes),
    halves(file.name.length, 0),
  ])
}

/** No comment, first disk, no attributes. */
const entry = (file: Written, time: readonly number[]): Buffer =>
  Buffer.concat([header(0x02014b50, [VERSION, VERSION], time, file), halves(0, 0, 0), words(0, file.offset)])

const end = (count: number, directoryBytes: number, offset: number): Buffer =>
  Buffer.concat([words(0x06054b50), halves(0, 0, count, count), words(directoryBytes, offset), halves(0)])

function words(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  values.forEach((value, index) => buffer.writeUInt32LE(value, index * 4))
  return buffer
}

function halves(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => buffer.writeUInt16LE(value, index * 2))
  return buffer
}

/** In steps of two seconds, from 1980 on. */
const dosTime = (at: Date): readonly [time: number, date: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((Math.max(at.getUTCFullYear(), 1980) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
]
