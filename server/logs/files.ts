import { basename, dirname, join } from 'node:path'
import { allowedFolder, listFiles } from '../platform/outside/folders'
import { readGlob } from '../platform/outside/glob'
import { type AssembledEntry, assembleEntries } from './assemble'
import {
  type ReadBudget,
  findEndOfLines,
  readLinesAfter,
  readLinesBefore,
  openLogFile,
  type OpenLogFile,
  type RawLogLine,
} from './read-lines'
import type { LogBackendReader, LogEntry, LogNews, LogPosition, LogSource, LogRange } from './source'
import { type LogFileSpec, fillPath, LogBackendError } from './spec'
import { parseTimedLine } from './timed-line'

const MOST_FILES = 50
const MOST_ENTRIES = 20_000
/** Limit for reading appended data from all files together. */
const MOST_NEWS_BYTES = 8 * 1024 * 1024
/** Lines may be slightly out of order where several processes write to one file. */
const OUT_OF_ORDER_MS = 60_000
/** A process that writes a line in several parts finishes within this time. */
const WRITING_MS = 5000

type Found = { path: string; name: string; modifiedMs: number }

type FileBackendTools = { now(): number; budget: ReadBudget }

/** Creates the backend for log files, with the labels of a component's selector. */
export function createFileBackend(
  name: string,
  spec: LogFileSpec,
  labels: Readonly<Record<string, string>>,
  { now, budget }: FileBackendTools
): LogBackendReader {
  const paths = spec.paths.flatMap((path) => fillPath(path, labels) ?? [])

  async function found(signal: AbortSignal): Promise<Found[]> {
    const files = new Map<string, Found>()
    for (const path of paths)
      for await (const file of matching(path, signal)) {
        files.set(file.path, file)
        if (files.size > MOST_FILES) throw new LogBackendError(`more than ${MOST_FILES} files match`)
      }
    return [...files.values()]
  }

  const entryOf = (
    file: OpenLogFile,
    of: Found,
    { offset, time, message, labels: said }: AssembledEntry
  ): LogEntry => ({
    id: `${file.key}.${offset.toString(36)}`,
    time,
    message,
    labels: { ...spec.labels, ...said, file: of.name },
    position: offset,
  })

  const usualOf = (file: OpenLogFile) => Math.min(file.modifiedMs, now())

  async function* entriesOf(file: OpenLogFile, of: Found, from: number, range: LogRange): AsyncGenerator<LogEntry> {
    const lines = readLinesBefore(file, from, budget)
    for await (const one of assembleEntries(lines, { usual: usualOf(file), nowMs: now() })) {
      if (one.time < range.start - OUT_OF_ORDER_MS) return
      if (one.time >= range.start && one.time <= range.end) yield entryOf(file, of, one)
    }
  }

  return {
    name,

    async open(range, signal) {
      const sources: LogSource[] = []
      const newest: Record<string, LogPosition> = {}
      for (const of of await found(signal)) {
        const file = await openLogFile(await real(of.path)).catch(unlessGone)
        if (!file) continue
        const end = await findEndOfLines(file)
        if (file.key !== undefined) newest[file.key] = end
        if (file.key === undefined || file.modifiedMs < range.start || sources.some(({ key }) => key === file.key)) {
          await file.handle.close()
          continue
        }
        // The last line may still be incomplete.
        const last = now() - file.modifiedMs > WRITING_MS ? file.size : end
        sources.push({
          key: file.key,
          close: () => file.handle.close(),
          async *entries(from) {
            const begin =
              typeof from === 'number' ? Math.min(from, file.size) : await findEndOffset(file, range.end, last)
            yield* entriesOf(file, of, begin, range)
          },
        })
      }
      return { sources, newest }
    },

    async news(since, range, signal): Promise<LogNews> {
      const entries: LogEntry[] = []
      const positions: Record<string, LogPosition> = {}
      let isCut = false
      let left = MOST_NEWS_BYTES
      const look = async (of: Found) => {
        const file = await openLogFile(await real(of.path)).catch(unlessGone)
        if (!file) return
        try {
          const { key } = file
          if (key === undefined || key in positions) return
          const before = since[key]
          const from = typeof before === 'number' && before <= file.size ? before : 0
          const read = await readLinesAfter(file, from, left)
          left = Math.max(1, left - (file.size - from))
          positions[key] = read.next
          isCut ||= read.isCut
          const context = { usual: usualOf(file), nowMs: now() }
          for await (const one of assembleEntries(read.lines.toReversed(), context))
            if (one.time >= range.start) entries.push(entryOf(file, of, one))
        } finally {
          await file.handle.close()
        }
      }
      const files = await found(signal)
      for (const of of files) await look(of)
      // Lines written to a file before it was renamed must still be read.
      const isMissing = () => Object.keys(since).some((key) => !(key in positions))
      if (isMissing())
        for (const of of await siblings(files, signal)) {
          if (!isMissing()) break
          const file = await openLogFile(await real(of.path)).catch(unlessGone)
          const isOurs = file?.key !== undefined && file.key in since && !(file.key in positions)
          await file?.handle.close()
          if (isOurs) await look(of)
        }
      return { entries: entries.toSorted((a, b) => b.time - a.time), positions, isCut }
    },

    async around(id, count, signal) {
      const [key = '', at = ''] = id.split('.')
      const offset = Number.parseInt(at, 36)
      if (!Number.isSafeInteger(offset) || offset < 0) return undefined
      const files = await found(signal)
      for (const of of [...files, ...(await siblings(files, signal))]) {
        const file = await openLogFile(await real(of.path)).catch(unlessGone)
        if (!file) continue
        try {
          if (file.key !== key || offset > file.size) continue
          const context = { usual: usualOf(file), nowMs: now() }
          const before: LogEntry[] = []
          for await (const one of assembleEntries(readLinesBefore(file, offset, budget), context)) {
            if (before.push(entryOf(file, of, one)) >= count) break
          }
          const span = { ...file, size: Math.min(file.size, offset + MOST_NEWS_BYTES) }
          const { lines } = await readLinesAfter(span, offset, MOST_NEWS_BYTES)
          const after: LogEntry[] = []
          // A few more lines, because an entry may have several.
          for await (const one of assembleEntries(lines.slice(0, (count + 1) * 50).toReversed(), context))
            after.push(entryOf(file, of, one))
          return [...after.slice(-(count + 1)), ...before]
        } finally {
          await file.handle.close()
        }
      }
      return undefined
    },
  }
}

/** The files that match a path. @throws when the folder may not be read */
async function* matching(path: string, signal: AbortSignal): AsyncGenerator<Found> {
  const glob = readGlob(path)
  const folder = glob?.folder ?? dirname(path)
  const depth = glob?.depth ?? 1
  for await (const file of listFiles(folder, { depth, mostEntries: MOST_ENTRIES, signal })) {
    if (!(glob ? glob.pattern.isAll(file.path) : file.path === basename(path))) continue
    // Compressed files have no readable lines.
    if (/\.(?:gz|bz2|xz|zst|zip)$/i.test(file.path)) continue
    yield { path: join(folder, file.path), name: file.path, modifiedMs: file.modifiedMs }
  }
}

const MOST_SIBLINGS = 50

const stem = (path: string) => basename(path).replace(/\.[^.]*$/, '')

/** Files in the same folders with a similar name, which may be renamed files. The latest first. */
async function siblings(files: readonly Found[], signal: AbortSignal): Promise<Found[]> {
  const known = new Set(files.map(({ path }) => path))
  const stems = new Set(files.map(({ path }) => stem(path)))
  const beside: Found[] = []
  for (const folder of new Set(files.map(({ path }) => dirname(path))))
    for await (const file of listFiles(folder, { depth: 1, mostEntries: MOST_ENTRIES, signal })) {
      const path = join(folder, file.path)
      if (!known.has(path) && [...stems].some((one) => file.path.startsWith(one)))
        beside.push({ path, name: file.path, modifiedMs: file.modifiedMs })
    }
  return beside.toSorted((a, b) => b.modifiedMs - a.modifiedMs).slice(0, MOST_SIBLINGS)
}

/** Checked again: the file may have become a link since it was found. */
const real = (path: string) => allowedFolder(path)

function unlessGone(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

/** The binary search ends at this number of bytes: reading them is as fast. */
const NEAR = 256 * 1024
const LOOK = 64 * 1024

/**
 * Returns the offset from which a file is read for lines up to a time: at the end of the last such line or somewhat
 * later.
 */
async function findEndOffset(file: OpenLogFile, end: number, last: number): Promise<number> {
  if (file.modifiedMs <= end) return last
  let [low, high] = [0, last]
  while (high - low > NEAR) {
    const middle = Math.floor((low + high) / 2)
    const time = await timeAfter(file, middle)
    // Without any times, the whole file is read.
    if (time === undefined) return high
    if (time <= end + OUT_OF_ORDER_MS) low = middle
    else high = middle
  }
  // `high` may be within a line.
  const { lines, next } = await readLinesAfter({ ...file, size: Math.min(file.size, high + LOOK) }, high, LOOK)
  return high >= last ? last : (lines[1]?.offset ?? (next > high ? next : last))
}

/** Returns the first time in the lines after an offset. */
async function timeAfter(file: OpenLogFile, offset: number): Promise<number | undefined> {
  const block = { ...file, size: Math.min(file.size, offset + LOOK) }
  const { lines }: { lines: RawLogLine[] } = await readLinesAfter(block, offset, LOOK)
  for (const { text } of lines.slice(1)) {
    const found = parseTimedLine(text, Date.now())
    if (found) return found.time
  }
  return undefined
}
