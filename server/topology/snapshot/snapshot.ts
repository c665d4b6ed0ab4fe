import { parseDuration } from '@/shared/duration'
import { allows, type AccessRule } from '@/shared/access/policy'
import type { PersonReader } from '../../data/db/db'
import { HttpError } from '../../http/errors'
import type { LogReader } from '../../platform/log-reader'
import { type LogFormat, snapshotLogFiles } from './logs'
import { readCsv, snapshotTables } from './tables'
import type { ZipFile } from './zip'

/** Limit for all files together, uncompressed. */
const MOST_BYTES = 64 * 1024 * 1024
export type SnapshotOptions = {
  component: { id: string; name: string }
  /** The ids of all included components. */
  ids: readonly string[]
  /** `components.json`: the component with all its descendants. */
  tree: unknown
  start: Date
  end: Date
  isRelated: boolean
  logFormat: LogFormat
  now: Date
}

/** The files of a snapshot, read while they are sent. The last one describes the others. */
export async function* snapshotFiles(
  db: PersonReader,
  rules: readonly AccessRule[],
  request: SnapshotOptions,
  logs: LogReader,
  signal: AbortSignal
): AsyncGenerator<ZipFile> {
  const { ids, start, end, logFormat } = request
  const notes: string[] = []
  const left = { bytes: MOST_BYTES }
  yield { name: 'components.json', text: [JSON.stringify(request.tree, null, 2)] }
  for (const table of snapshotTables(request)) {
    const name = `${table.name}.csv`
    if (!allows(rules, table.object, 'read')) {
      notes.push(`${name}: omitted: you may not read ${table.object}.`)
      continue
    }
    yield { name, text: readCsv(db, table, left, (note) => notes.push(`${name}: ${note}`)) }
  }
  if (allows(rules, 'logs', 'read'))
    yield* snapshotLogFiles(db, { ids, start, end, format: logFormat }, left, { logs, notes, signal })
  else notes.push('logs: omitted: you may not read logs.')
  yield { name: 'README.txt', text: [formatReadme(request, notes)] }
}

const formatReadme = (
  { component, ids, start, end, isRelated, now }: SnapshotOptions,
  notes: readonly string[]
): string =>
  [
    `Snapshot of the component ${component.name} (${component.id}), created at ${now.toISOString()}.`,
    `Changes, insights, incidents and logs cover ${start.toISOString()} to ${end.toISOString()}.`,
    '',
    'components.json: the component and its descendants, with their aggregated health.',
    `components.csv and the other tables: ${isRelated ? 'these and related components' : 'these components'}, ${ids.length} in total.`,
    ...notes,
    '',
    'Times are in UTC. An apostrophe at the start of a cell keeps spreadsheets from reading it as a formula.',
    '',
  ].join('\n')

/**
 * Parses the window of a snapshot: start and end, each as a duration before now or as a time. @throws {HttpError} 400
 */
export function parseWindow(start: string | undefined, end: string | undefined, now: Date): { start: Date; end: Date } {
  const window = { start: parseMoment(start || '15m', 'start', now), end: end ? parseMoment(end, 'end', now) : now }
  if (window.start > window.end) throw new HttpError(400, 'start must be before end')
  return window
}

/** The time zone is required, because it cannot be guessed. */
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

function parseMoment(written: string, name: string, now: Date): Date {
  const ms = written.length <= 100 ? parseDuration(written) : undefined
  const moment = new Date(ms === undefined ? (timestamp.test(written) ? written : NaN) : now.getTime() - ms)
  if (!Number.isNaN(moment.getTime())) return moment
  throw new HttpError(400, `${name} must be a duration such as 15m, or a time, not "${written.slice(0, 100)}"`)
}
