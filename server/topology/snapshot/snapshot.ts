import { parseDuration } from '../../../src/lib/duration'
import { type AccessObject, allows, type Rule } from '../../../src/lib/policy'
import type { Queryable } from '../../db/db'
import { ident, type Sql, sql } from '../../db/sql'
import { HttpError } from '../../http/errors'
import type { LogReader } from '../../log-reader'
import { csvLine } from './csv'
import { type LogFormat, logFile } from './logs'
import type { ZipFile } from './zip'

/** Of one file; what is left out is told. */
const MOST_ROWS = 10_000
/** Of all files together, before they are packed. */
const MOST_BYTES = 64 * 1024 * 1024
/** Logs of selectors: each is read by itself, and takes its time. */
const MOST_LOGS = 50
/** Rows of one statement, so that nobody waits for long meanwhile. */
const AT_ONCE = 250

export type Wanted = {
  component: { id: string; name: string }
  /** The ids of all components that it is about. */
  ids: readonly string[]
  /** `components.json`: the component with all below it. */
  tree: unknown
  start: Date
  end: Date
  isRelated: boolean
  logFormat: LogFormat
  now: Date
}

type Table = {
  name: 'components' | 'config_items' | 'config_changes' | 'config_analysis' | 'incidents' | 'hypotheses' | 'evidences'
  /** What somebody must be allowed to read for it. */
  object: AccessObject
  /** Which of its rows, as a condition. */
  rows: Sql
}

/** The files of a snapshot, read while they are sent. The last one says what is in the others. */
export async function* snapshotFiles(
  db: Queryable,
  rules: readonly Rule[],
  wanted: Wanted,
  logs: LogReader,
  signal: AbortSignal
): AsyncGenerator<ZipFile> {
  const told: string[] = []
  const left = { bytes: MOST_BYTES }
  yield { name: 'components.json', text: [JSON.stringify(wanted.tree, null, 2)] }
  for (const table of tablesOf(wanted)) {
    const name = `${table.name}.csv`
    if (!allows(rules, table.object, 'read')) {
      told.push(`${name}: left out, as you may not read ${table.object}.`)
      continue
    }
    yield { name, text: csvOf(db, table, left, (note) => told.push(`${name}: ${note}`)) }
  }
  if (allows(rules, 'logs', 'read')) yield* logFiles(db, wanted, left, { logs, told, signal })
  else told.push('logs: left out, as you may not read logs.')
  yield { name: 'README.txt', text: [aboutIt(wanted, told)] }
}

function tablesOf({ ids, start, end }: Wanted): readonly Table[] {
  const components = sql`any(${ids}::uuid[])`
  const items = sql`(
    select config_id from config_component_relationships where component_id = ${components} and deleted_at is null
  )`
  const incidents = sql`(
    select hypotheses.incident_id from evidences join hypotheses on hypotheses.id = evidences.hypothesis_id
    where evidences.component_id = ${components} or evidences.config_id in ${items}
  )`
  const meant = sql`(
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
    { name: 'incidents', object: 'incident', rows: sql`id in ${meant}` },
    { name: 'hypotheses', object: 'incident', rows: sql`incident_id in ${meant}` },
    {
      name: 'evidences',
      object: 'incident',
      rows: sql`hypothesis_id in (select id from hypotheses where incident_id in ${meant})`,
    },
  ]
}

/** A file for each log selector of the components. */
async function* logFiles(
  db: Queryable,
  { ids, start, end, logFormat: format }: Wanted,
  left: { bytes: number },
  { logs, told, signal }: { logs: LogReader; told: string[]; signal: AbortSignal }
): AsyncGenerator<ZipFile> {
  const components = await db.query<{ name: string; log_selectors: unknown }>(sql`
    select name, log_selectors from components
    where id = any(${ids}::uuid[]) and jsonb_typeof(log_selectors) = 'array' order by name, id`)
  const all = components.flatMap(({ name, log_selectors: written }) =>
    logs.selectorsOf(written).map((selector) => ({ selector, called: `${fileName(name)}-${fileName(selector.name)}` }))
  )
  const names = new Map<string, number>()
  for (const { selector, called } of all.slice(0, MOST_LOGS)) {
    const before = names.get(called) ?? 0
    names.set(called, before + 1)
    const name = `logs/${called}${before > 0 ? `-${before + 1}` : ''}.${format}`
    const { text, note } = await logFile(logs, selector, { start, end, format }, signal)
    if (text !== undefined && text.length > left.bytes) told.push(`${name}: left out, as the snapshot is full.`)
    else {
      told.push(`${name}: ${note}`)
      if (text !== undefined) {
        left.bytes -= text.length
        yield { name, text: [text] }
      }
    }
  }
  if (all.length > MOST_LOGS) told.push(`logs: the first ${MOST_LOGS} of ${all.length}.`)
}

/** What a header and every file system can hold. */
export const fileName = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(0, 100) || 'component'

/** Rows by their ids, from page to page. */
async function* csvOf(
  db: Queryable,
  { name, rows }: Table,
  left: { bytes: number },
  tell: (note: string) => void
): AsyncGenerator<string> {
  const columns = await columnsOf(db, name)
  yield csvLine(columns)
  let count = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await db.query<{ row: Record<string, unknown> }>(sql`
      select to_jsonb(one) as row from ${ident(name)} as one where ${rows} and id > ${after}::uuid order by id limit ${AT_ONCE}`)
    for (const { row } of page) {
      const line = csvLine(columns.map((column) => row[column]))
      if (count >= MOST_ROWS || left.bytes < line.length) return tell(`the first ${count} rows; there are more.`)
      left.bytes -= line.length
      count++
      yield line
    }
    const last = page.at(-1)?.row['id']
    if (page.length < AT_ONCE || typeof last !== 'string') break
    after = last
  }
  tell(count === 1 ? '1 row.' : `${count} rows.`)
}

async function columnsOf(db: Queryable, name: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map((row) => row.name)
}

const aboutIt = ({ component, ids, start, end, isRelated, now }: Wanted, told: readonly string[]): string =>
  [
    `Snapshot of the component ${component.name} (${component.id}), made at ${now.toISOString()}.`,
    `Changes, insights, incidents and logs are of ${start.toISOString()} to ${end.toISOString()}.`,
    '',
    'components.json: the component and what stands below it, with its health rolled up.',
    `components.csv and what hangs on it: ${isRelated ? 'these, and components related to it' : 'these'}, ${ids.length} in all.`,
    ...told,
    '',
    'Moments are in UTC. An apostrophe before a cell keeps spreadsheets from reading it as a formula.',
    '',
  ].join('\n')

/** The window of a snapshot: how long before now it begins and ends, or since when. @throws {HttpError} 400 */
export function windowOf(start: string | undefined, end: string | undefined, now: Date): { start: Date; end: Date } {
  const window = { start: momentOf(start || '15m', 'start', now), end: end ? momentOf(end, 'end', now) : now }
  if (window.start > window.end) throw new HttpError(400, 'start must be before end')
  return window
}

/** With its zone, since nobody knows which one is meant. */
const timestamp = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

function momentOf(written: string, name: string, now: Date): Date {
  const ms = written.length <= 100 ? parseDuration(written) : undefined
  const moment = new Date(ms === undefined ? (timestamp.test(written) ? written : NaN) : now.getTime() - ms)
  if (!Number.isNaN(moment.getTime())) return moment
  throw new HttpError(400, `${name} must be a duration such as 15m, or a time, not "${written.slice(0, 100)}"`)
}
