import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'

/** A file of an archive; its text may arrive in parts. */
export type ZipFile = { name: string; text: AsyncIterable<string> | Iterable<string> }

/**
 * A ZIP archive that is written while its files are read, one after the other: only the part being sent is in memory.
 * @param at modification time of every file
 * @throws the error of a file that cannot be read; the archive is then incomplete
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
  at: Date
): AsyncGenerator<Uint8Array> {
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
  addFiles().catch(fail)
  try {
    yield* output as AsyncIterable<Uint8Array>
  } finally {
    // The receiver may have gone: the open file ends with it.
    source?.destroy()
  }
}

/** Replaces characters that a header or a file system may refuse. */
export const toFileName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 100) || 'component'
