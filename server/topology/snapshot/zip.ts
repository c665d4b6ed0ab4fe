import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'

/** A file of an archive; its text may arrive in chunks. */
export type ZipFile = { name: string; text: AsyncIterable<string> | Iterable<string> }

/**
 * Writes a ZIP archive while its files arrive: only the chunk being sent is in memory. Without ZIP64, so the archive
 * must stay below 4 GB and 65,535 files. Times are in UTC; ZIP has no time zones.
 */
export async function* zip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>, at: Date): AsyncGenerator<Uint8Array> {
  const archive = new yazl.ZipFile()
  const output = archive.outputStream as Readable
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  archive.on('error', fail)
  let source: Readable | undefined
  const addFiles = async () => {
    for await (const { name, text } of files) {
      source = Readable.from(text)
      archive.addReadStream(source, name, { mtime: at })
      await finished(source)
    }
    archive.end()
  }
  const directory = Buffer.concat(written.flatMap((file) => [entry(file, time), file.name]))
  yield directory
  yield end(written.length, directory.length, offset)
}

/** Counts the bytes that pass through. */
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
  // When the source fails, the stream is destroyed with that error, which is thrown below.
  pipeline(Readable.from(counted()), deflate, () => {})
  yield* deflate as AsyncIterable<Buffer>
}

/** The common part of a file's header and its entry in the directory; the lengths of extras are 0. */
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

/** In steps of two seconds, from 1980. */
const dosTime = (at: Date): readonly [time: number, date: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((Math.max(at.getUTCFullYear(), 1980) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
]
