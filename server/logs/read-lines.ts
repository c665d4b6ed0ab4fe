import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** The number of bytes read of one line; the rest is omitted. */
export const MAX_LINE_BYTES = 1024 * 1024
const BLOCK = 256 * 1024
/** The beginning of a file, which distinguishes it from a replacement. */
const HEAD = 256
const NEW_LINE = 10

export type RawLogLine = {
  /** Offset of its beginning in the file, in bytes. */
  offset: number
  text: string
  /** Number of omitted bytes. */
  cut: number
}

/** Limits for reading, for all files together. */
export type ReadBudget = { bytes: number; until: number }

export const isBudgetSpent = ({ bytes, until }: ReadBudget): boolean => bytes <= 0 || performance.now() > until

export type OpenLogFile = {
  handle: FileHandle
  /**
   * Identifies a file regardless of its name: by its inode and its first line, since a truncated and rewritten file
   * keeps its inode. Undefined for a file without a complete line.
   */
  key: string | undefined
  size: number
  modifiedMs: number
}

/** Opens a file for reading. @returns undefined when it is not a regular file, such as a pipe */
export async function openLogFile(path: string): Promise<OpenLogFile | undefined> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile()) {
      await handle.close()
      return undefined
    }
    return { handle, key: await readFileKey(handle, found.ino), size: found.size, modifiedMs: found.mtimeMs }
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function readFileKey(handle: FileHandle, inode: number): Promise<string | undefined> {
  const head = Buffer.alloc(HEAD)
  const { bytesRead } = await handle.read(head, 0, HEAD, 0)
  const end = head.subarray(0, bytesRead).indexOf(NEW_LINE)
  if (end < 0 && bytesRead < HEAD) return undefined
  const first = head.subarray(0, end < 0 ? HEAD : end)
  const digest = createHash('sha256').update(first).digest().readUIntBE(0, 5)
  return `${inode.toString(36)}-${digest.toString(36)}`
}

const decodeLine = (bytes: Buffer) => {
  const end = bytes.at(-1) === 13 ? bytes.length - 1 : bytes.length
  // Invalid UTF-8 becomes U+FFFD.
  return bytes.toString('utf8', 0, end)
}

/**
 * Reads the lines of a file before an offset, last line first. A line without an end counts, if it is before `offset`.
 * @param offset the beginning of a line, or the end of the file
 */
export async function* readLinesBefore(
  file: OpenLogFile,
  offset: number,
  budget: ReadBudget
): AsyncGenerator<RawLogLine> {
  /** The parts of a line that spans blocks, its beginning first. */
  let held: Buffer[] = []
  let heldBytes = 0
  let cut = 0
  let end = offset
  let isFirst = true
  const take = (more: Buffer) => {
    held.unshift(more)
    heldBytes += more.length
    // The beginning of the line is kept.
    while (heldBytes > MAX_LINE_BYTES + BLOCK && held.length > 1) {
      const dropped = held.pop()
      heldBytes -= dropped?.length ?? 0
      cut += dropped?.length ?? 0
    }
  }
  const whole = (begin: number): RawLogLine => {
    const bytes = Buffer.concat(held)
    const over = Math.max(0, bytes.length - MAX_LINE_BYTES)
    const line = { offset: begin, text: decodeLine(bytes.subarray(0, bytes.length - over)), cut: cut + over }
    held = []
    heldBytes = 0
    cut = 0
    return line
  }
  while (end > 0) {
    if (isBudgetSpent(budget)) return
    const from = Math.max(0, end - BLOCK)
    const block = Buffer.alloc(end - from)
    const { bytesRead } = await file.handle.read(block, 0, block.length, from)
    budget.bytes -= block.length
    // The file was truncated meanwhile: the rest is read with the next request.
    if (bytesRead < block.length) return
    let to = block.length
    // The newline of the last line does not start another line.
    if (isFirst && block[to - 1] === NEW_LINE) to -= 1
    isFirst = false
    for (;;) {
      const at = to === 0 ? -1 : block.lastIndexOf(NEW_LINE, to - 1)
      take(block.subarray(at + 1, to))
      if (at < 0) break
      yield whole(from + at + 1)
      to = at
    }
    end = from
  }
  if (offset > 0) yield whole(0)
}

/**
 * Reads complete lines of a file from an offset, first line first, and returns the offset of the next line.
 * @param most maximum number of bytes; of more, the last are read
 */
export async function readLinesAfter(
  file: OpenLogFile,
  offset: number,
  most: number
): Promise<{ lines: RawLogLine[]; next: number; isCut: boolean }> {
  const begin = Math.max(offset, file.size - most)
  const block = Buffer.alloc(Math.max(0, file.size - begin))
  const { bytesRead } = await file.handle.read(block, 0, block.length, begin)
  const read = block.subarray(0, bytesRead)
  const isCut = begin > offset
  let from = isCut ? read.indexOf(NEW_LINE) + 1 : 0
  const lines: RawLogLine[] = []
  for (let at = read.indexOf(NEW_LINE, from); at >= 0; at = read.indexOf(NEW_LINE, from)) {
    const bytes = read.subarray(from, at)
    const over = Math.max(0, bytes.length - MAX_LINE_BYTES)
    lines.push({ offset: begin + from, text: decodeLine(bytes.subarray(0, bytes.length - over)), cut: over })
    from = at + 1
  }
  // Otherwise a line longer than the limit would block reading forever.
  if (lines.length === 0 && read.length >= most) return { lines, next: begin + read.length, isCut: true }
  return { lines, next: begin + from, isCut }
}

/** The end of the last complete line of a file. */
export async function findEndOfLines(file: OpenLogFile): Promise<number> {
  for (let end = file.size; end > 0; end = Math.max(0, end - BLOCK)) {
    const from = Math.max(0, end - BLOCK)
    const block = Buffer.alloc(end - from)
    const { bytesRead } = await file.handle.read(block, 0, block.length, from)
    const at = block.subarray(0, bytesRead).lastIndexOf(NEW_LINE)
    if (at >= 0) return from + at + 1
    // A line of this length is followed from its current end.
    if (file.size - from > MAX_LINE_BYTES) return file.size
  }
  return 0
}
