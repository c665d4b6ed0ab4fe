import { type AssembledEntry, assembleEntries } from './assemble'
import { findLogFiles, findSiblingFiles, type FoundLogFile, openFoundFile } from './find-files'
import {
  type ReadBudget,
  findEndOfLines,
  readLinesAfter,
  readLinesBefore,
  type OpenLogFile,
  type RawLogLine,
} from './read-lines'
import type { LogBackendReader, LogEntry, LogNews, LogPosition, LogSource, LogRange } from './source'
import { type LogFileSpec, fillPath } from './spec'
import { type LineFields, parseTimedLine } from './timed-line'

/** Limit for reading appended data from all files together. */
const MOST_NEWS_BYTES = 8 * 1024 * 1024
/** Lines may be slightly out of order where several processes write to one file. */
const OUT_OF_ORDER_MS = 60_000
/** A process that writes a line in several parts finishes within this time. */
const WRITING_MS = 5000

type FileBackendTools = { now(): number; budget: ReadBudget }

/** Creates the backend for log files, with the labels of a component's selector. */
export function createFileBackend(
  name: string,
  spec: LogFileSpec,
  labels: Readonly<Record<string, string>>,
  { now, budget }: FileBackendTools
): LogBackendReader {
  const paths = spec.paths.flatMap((path) => fillPath(path, labels) ?? [])
  const { timestamp, message, level } = spec
  const fields = {
    ...(timestamp && { timestamp }),
    ...(message && { message }),
    ...(level && { level }),
  }
  const context: FileContext = { labels: spec.labels, fields, now, budget }
  return {
    name,
    open: async (range, signal) => openSources(await findLogFiles(paths, signal), range, context),
    news: async (since, range, signal) => readNews(await findLogFiles(paths, signal), since, range, context, signal),
    around: async (id, count, signal) => {
      const place = parseEntryId(id)
      return place && readAround(await findLogFiles(paths, signal), place, count, context, signal)
    },
  }
}

type FileContext = FileBackendTools & {
  /** Labels of all lines. */
  labels: LogFileSpec['labels']
  fields: LineFields
}

const toEntry = (
  file: OpenLogFile,
  found: FoundLogFile,
  { offset, time, isUndated, message, labels }: AssembledEntry,
  context: FileContext
): LogEntry => ({
  id: `${file.key}.${offset.toString(36)}`,
  time,
  ...(isUndated && { isUndated }),
  message,
  labels: { ...context.labels, ...labels, file: found.name },
  position: offset,
})

/** The file and the offset of an entry. */
type EntryPlace = { key: string; offset: number }

function parseEntryId(id: string): EntryPlace | undefined {
  const [key = '', at = ''] = id.split('.')
  const offset = Number.parseInt(at, 36)
  return Number.isSafeInteger(offset) && offset >= 0 ? { key, offset } : undefined
}

const assembly = (file: OpenLogFile, { now, fields }: FileContext) => ({
  fields,
  usual: Math.min(file.modifiedMs, now()),
  nowMs: now(),
})

async function openSources(found: readonly FoundLogFile[], range: LogRange, context: FileContext) {
  const sources: LogSource[] = []
  const newest: Record<string, LogPosition> = {}
  for (const one of found) {
    const file = await openFoundFile(one)
    if (!file) continue
    const end = await findEndOfLines(file)
    if (file.key !== undefined) newest[file.key] = end
    if (file.key === undefined || file.modifiedMs < range.start || sources.some(({ key }) => key === file.key)) {
      await file.handle.close()
      continue
    }
    // The last line may still be incomplete.
    const last = context.now() - file.modifiedMs > WRITING_MS ? file.size : end
    sources.push({
      key: file.key,
      close: () => file.handle.close(),
      async *entries(from) {
        const begin =
          typeof from === 'number'
            ? Math.min(from, file.size)
            : await findEndOffset(file, range.end, last, context.fields)
        yield* readEntriesBefore(file, one, begin, range, context)
      },
    })
  }
  return { sources, newest }
}

async function* readEntriesBefore(
  file: OpenLogFile,
  found: FoundLogFile,
  from: number,
  range: LogRange,
  context: FileContext
): AsyncGenerator<LogEntry> {
  const lines = readLinesBefore(file, from, context.budget)
  for await (const one of assembleEntries(lines, assembly(file, context))) {
    if (one.time < range.start - OUT_OF_ORDER_MS) return
    if (one.time >= range.start && one.time <= range.end) yield toEntry(file, found, one, context)
  }
}

/** Returns the entries that were appended to the files since these positions. */
async function readNews(
  files: readonly FoundLogFile[],
  since: Readonly<Record<string, LogPosition>>,
  range: Pick<LogRange, 'start'>,
  context: FileContext,
  signal: AbortSignal
): Promise<LogNews> {
  const entries: LogEntry[] = []
  const positions: Record<string, LogPosition> = {}
  let isCut = false
  let left = MOST_NEWS_BYTES
  const readFile = async (found: FoundLogFile) => {
    const file = await openFoundFile(found)
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
      for await (const one of assembleEntries(read.lines.toReversed(), assembly(file, context)))
        if (one.time >= range.start) entries.push(toEntry(file, found, one, context))
    } finally {
      await file.handle.close()
    }
  }
  for (const found of files) await readFile(found)
  // Lines written to a file before it was renamed must still be read.
  const isMissing = () => Object.keys(since).some((key) => !(key in positions))
  if (isMissing())
    for (const found of await findSiblingFiles(files, signal)) {
      if (!isMissing()) break
      const file = await openFoundFile(found)
      const isRenamed = file?.key !== undefined && file.key in since && !(file.key in positions)
      await file?.handle.close()
      if (isRenamed) await readFile(found)
    }
  return { entries: entries.toSorted((a, b) => b.time - a.time), positions, isCut }
}

/** Returns an entry with entries before and after it, the newest first; undefined when no file has it any more. */
async function readAround(
  files: readonly FoundLogFile[],
  { key, offset }: EntryPlace,
  count: number,
  context: FileContext,
  signal: AbortSignal
): Promise<LogEntry[] | undefined> {
  for (const found of [...files, ...(await findSiblingFiles(files, signal))]) {
    const file = await openFoundFile(found)
    if (!file) continue
    try {
      if (file.key !== key || offset > file.size) continue
      const options = assembly(file, context)
      const before: LogEntry[] = []
      for await (const one of assembleEntries(readLinesBefore(file, offset, context.budget), options)) {
        if (before.push(toEntry(file, found, one, context)) >= count) break
      }
      const span = { ...file, size: Math.min(file.size, offset + MOST_NEWS_BYTES) }
      const { lines } = await readLinesAfter(span, offset, MOST_NEWS_BYTES)
      const after: LogEntry[] = []
      // A few more lines, because an entry may have several.
      for await (const one of assembleEntries(lines.slice(0, (count + 1) * 50).toReversed(), options))
        after.push(toEntry(file, found, one, context))
      return [...after.slice(-(count + 1)), ...before]
    } finally {
      await file.handle.close()
    }
  }
  return undefined
}

/** The binary search ends at this number of bytes: reading them is as fast. */
const NEAR = 256 * 1024
const LOOK = 64 * 1024

/**
 * Returns the offset from which a file is read for lines up to a time: at the end of the last such line or somewhat
 * later.
 */
async function findEndOffset(file: OpenLogFile, end: number, last: number, fields: LineFields): Promise<number> {
  if (file.modifiedMs <= end) return last
  let [low, high] = [0, last]
  while (high - low > NEAR) {
    const middle = Math.floor((low + high) / 2)
    const time = await timeAfter(file, middle, fields)
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
async function timeAfter(file: OpenLogFile, offset: number, fields: LineFields): Promise<number | undefined> {
  const block = { ...file, size: Math.min(file.size, offset + LOOK) }
  const { lines }: { lines: RawLogLine[] } = await readLinesAfter(block, offset, LOOK)
  for (const { text } of lines.slice(1)) {
    const found = parseTimedLine(text, Date.now(), fields)
    if (found) return found.time
  }
  return undefined
}
