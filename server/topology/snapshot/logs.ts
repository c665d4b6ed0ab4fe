import type { StoredLogLine, LogReader, LogSelector } from '../../platform/log-reader'
import { formatError } from '../../platform/outside/error-text'
import type { PersonReader } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { toFileName, type ZipFile } from './zip'

/** Limit for logs of selectors: each requires a request of its own. */
const MOST_LOGS = 50
/** Limit per selector; the newest lines are kept. */
const MOST_LINES = 10_000

export type LogFormat = 'log' | 'json'

/** Returns a file for each log selector of the components. */
export async function* snapshotLogFiles(
  db: PersonReader,
  { ids, start, end, format }: { ids: readonly string[]; start: Date; end: Date; format: LogFormat },
  left: { bytes: number },
  { logs, notes, signal }: { logs: LogReader; notes: string[]; signal: AbortSignal }
): AsyncGenerator<ZipFile> {
  const components = await db.query<{ name: string; log_selectors: unknown }>(sql`
    select name, log_selectors from components
    where id = any(${ids}::uuid[]) and jsonb_typeof(log_selectors) = 'array' order by name, id`)
  const all = components.flatMap(({ name, log_selectors: written }) =>
    logs
      .parseSelectors(written)
      .map((selector) => ({ selector, baseName: `${toFileName(name)}-${toFileName(selector.name)}` }))
  )
  const names = new Map<string, number>()
  for (const { selector, baseName } of all.slice(0, MOST_LOGS)) {
    const before = names.get(baseName) ?? 0
    names.set(baseName, before + 1)
    const name = `logs/${baseName}${before > 0 ? `-${before + 1}` : ''}.${format}`
    const { text, note } = await readLogFile(logs, selector, { start, end, format }, signal)
    if (text !== undefined && text.length > left.bytes) notes.push(`${name}: omitted: the snapshot is full.`)
    else {
      notes.push(`${name}: ${note}`)
      if (text !== undefined) {
        left.bytes -= text.length
        yield { name, text: [text] }
      }
    }
  }
  if (all.length > MOST_LOGS) notes.push(`logs: only the first ${MOST_LOGS} of ${all.length}.`)
}

/** Reads the log of a selector as a file, with a note for the README. An error becomes the note and is not thrown. */
async function readLogFile(
  logs: LogReader,
  selector: LogSelector,
  { start, end, format }: { start: Date; end: Date; format: LogFormat },
  signal: AbortSignal
): Promise<{ text?: string; note: string }> {
  try {
    const { lines, isAll, notes } = await logs.readNewest(selector, { start, end, limit: MOST_LINES }, signal)
    const count = lines.length === 1 ? '1 line' : `${lines.length} lines`
    return {
      text: formatLines(lines, format),
      note: [isAll ? `${count}.` : `only the newest ${count}.`, ...notes].join(' '),
    }
  } catch (error) {
    signal.throwIfAborted()
    return { note: `omitted. ${formatError(error)}` }
  }
}

const formatLines = (lines: readonly StoredLogLine[], format: LogFormat): string =>
  format === 'json'
    ? `${JSON.stringify(
        lines.map(({ text: _text, ...line }) => line),
        null,
        1
      )}\n`
    : lines.map(({ text }) => `${text}\n`).join('')
