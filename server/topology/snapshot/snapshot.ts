import { parseDuration } from '@/shared/duration'
import { type AccessObject, allows, type AccessRule } from '@/shared/access/policy'
import type { Queryable } from '../../data/db/db'
import { ident, type Sql, sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import type { LogReader } from '../../platform/log-reader'
import { formatCsvLine } from './csv'
import { type LogFormat, readLogFile } from './logs'
import type { ZipFile } from './zip'

/** Limit per file; omissions are noted in the README. */
const MOST_ROWS = 10_000
/** Limit for all files together, uncompressed. */
const MOST_BYTES = 64 * 1024 * 1024
/** Limit for logs of selectors: each requires a request of its own. */
const MOST_LOGS = 50
/** Rows per statement, so that other requests do not wait for long. */
const AT_ONCE = 250

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

type Table = {
  name: 'components' | 'config_items' | 'config_changes' | 'config_analysis' | 'incidents' | 'hypotheses' | 'evidences'
  /** The object that the caller must be allowed to read. */
  object: AccessObject
  /** A condition that selects its rows. */
  rows: Sql
}

/** The files of a snapshot, read while they are sent. The last one describes the others. */
export async function* snapshotFiles(
  db: Queryable,
  rules: readonly AccessRule[],
  request: SnapshotOptions,
  logs: LogReader,
  signal: AbortSignal
): AsyncGenerator<ZipFile> {
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
  if (allows(rules, 'logs', 'read')) yield* logFiles(db, request, left, { logs, notes, signal })
  else notes.push('logs: omitted: you may not read logs.')
  yield { name: 'README.txt', text: [formatReadme(request, notes)] }
}

function snapshotTables({ ids, start, end }: SnapshotOptions): readonly Table[] {
  const components = sql`any(${ids}::uuid[])`
  const items = sql`(
    select config_id from config_component_relationships where component_id = ${components} and deleted_at is null
  )`
  const incidents = sql`(
    select hypotheses.incident_id from evidences join hypotheses on hypotheses.id = evidences.hypothesis_id
    where evidences.component_id = ${components} or evidences.config_id in ${items}
  )`
  const includedIncidents = sql`(
    select id from incidents where id in ${incidents} and created_at <= ${end}
      and (coalesce(closed, resolved) is null or coalesce(closed, resolved) >= ${start})
  )`
  return [
    { name: 'components', object: 'topology', rows: sql`id = ${components}` },
    { name: 'config_items', object: 'catalog', rows: sql`id in ${items}` },
    {
      name: 'config_changes',
      object: 'catalog',
      rows: sql`config_id in ${items} and created_at between ${start} and ${end}`,
    },
    {
      name: 'config_analysis',
      object: 'catalog',
      rows: sql`config_id in ${items} and first_observed <= ${end} and coalesce(last_observed, first_observed) >= ${start}`,
    },
    { name: 'incidents', object: 'incident', rows: sql`id in ${includedIncidents}` },
    { name: 'hypotheses', object: 'incident', rows: sql`incident_id in ${includedIncidents}` },
    {
      name: 'evidences',
      object: 'incident',
      rows: sql`hypothesis_id in (select id from hypotheses where incident_id in ${includedIncidents})`,
    },
  ]
}

/** Returns a file for each log selector of the components. */
async function* logFiles(
  db: Queryable,
  { ids, start, end, logFormat: format }: SnapshotOptions,
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

/** Replaces characters that a header or a file system may refuse. */
export const toFileName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 100) || 'component'

/** Reads the rows in pages, ordered by id. */
async function* readCsv(
  db: Queryable,
  { name, rows }: Table,
  left: { bytes: number },
  addNote: (note: string) => void
): AsyncGenerator<string> {
  const columns = await readColumns(db, name)
  yield formatCsvLine(columns)
  let count = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await db.query<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(one) as row from ${ident(name)} as one where ${rows} and id > ${after}::uuid order by id limit ${AT_ONCE}`)
    for (const { row } of page) {
      const line = formatCsvLine(columns.map((column) => row[column]))
      if (count >= MOST_ROWS || left.bytes < line.length) return addNote(`only the first ${count} rows.`)
      left.bytes -= line.length
      count++
      yield line
    }
    const last = page.at(-1)?.row['id']
    if (page.length < AT_ONCE || typeof last !== 'string') break
    after = last
  }
  addNote(count === 1 ? '1 row.' : `${count} rows.`)
}

async function readColumns(db: Queryable, name: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map((row) => row.name)
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
