import type { AccessObject } from '@/shared/access/policy'
import type { PersonReader } from '../../data/db/db'
import { ident, type Sql, sql } from '../../data/db/sql'

/** Limit per file; omissions are noted in the README. */
const MOST_ROWS = 10_000
/** Rows per statement, so that other requests do not wait for long. */
const AT_ONCE = 250

type SnapshotTable = {
  name: 'components' | 'config_items' | 'config_changes' | 'config_analysis' | 'incidents' | 'hypotheses' | 'evidences'
  /** The object that the caller must be allowed to read. */
  object: AccessObject
  /** A condition that selects its rows. */
  rows: Sql
}

/** Returns the tables of a snapshot with the rows of these components. */
export function snapshotTables({
  ids,
  start,
  end,
}: {
  ids: readonly string[]
  start: Date
  end: Date
}): readonly SnapshotTable[] {
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

/** Reads the rows of a table as CSV, in pages ordered by id. */
export async function* readCsv(
  db: PersonReader,
  { name, rows }: SnapshotTable,
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

async function readColumns(db: PersonReader, name: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select attname::text as name from pg_attribute
    where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
  return rows.map((row) => row.name)
}

/** Returns a line of RFC 4180. Objects are JSON; an absent value is empty. */
export const formatCsvLine = (values: readonly unknown[]): string => `${values.map(formatCell).join(',')}\r\n`

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text =
    typeof value === 'string' ? escapeFormula(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  // Where a comma separates decimals, spreadsheets separate cells by semicolons or tabs.
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets evaluate text that begins like a formula; with a leading apostrophe they show it. */
const escapeFormula = (text: string): string =>
  /^[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\uff0b\uff0d\uff1d\uff20]|^[\t\r\n]/u.test(text) && !/^[-+]?[\d.]+$/.test(text)
    ? `'${text}`
    : text
