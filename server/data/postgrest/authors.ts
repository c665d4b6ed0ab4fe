import { ident, type Sql, sql } from '../db/sql'
import type { WriteBody } from './body'
import type { SchemaRelation } from './schema-cache'

/** The author of a request, as stored in rows. */
export type Author = {
  /** Undefined when signed out. */
  personId: string | undefined
  isAdministrator: boolean
}

/** Columns with the first and last author of a row. Only the server sets them. */
type Authored = 'created_by' | 'updated_by'

const has = ({ columns }: SchemaRelation, name: Authored) => columns.get(name)?.type === 'uuid'

/** The columns of a body that a client may set. */
export const writableColumns = (relation: SchemaRelation, { columns }: WriteBody): string[] =>
  columns.filter((name) => !((name === 'created_by' || name === 'updated_by') && has(relation, name)))

/** The author column that the server sets, and its value; empty when the relation has no such column. */
export const authorColumns = (relation: SchemaRelation, name: Authored, { personId }: Author) =>
  has(relation, name) ? [{ column: ident(name), value: sql`${personId ?? null}::uuid` }] : []

/**
 * Relations with triggers that read the author: those that write a history (`schema/24_incident_triggers.sql`), and
 * those that note the writer of a document (`migrations/0010_denied_objects.sql`, `0012_notification_engine.sql`).
 */
export const authoredRelations: ReadonlySet<string> = new Set([
  'incidents',
  'hypotheses',
  'evidences',
  'topologies',
  'playbooks',
  'incident_rules',
  'notifications',
])

/** Sets the author for the triggers of this transaction. */
export const setAuthorSql = ({ personId }: Author): Sql =>
  sql`select set_config('console.person', ${personId ?? ''}, true)`

/** Relations with text written by people: only its author may change a row. */
const ownWords = new Set(['comments'])

/**
 * The condition that the author may change a row; undefined when no such condition applies. Administrators may delete
 * any row.
 */
export const ownRowSql = (
  { name }: SchemaRelation,
  { personId, isAdministrator }: Author,
  change: 'update' | 'delete',
  row: Sql
): Sql | undefined =>
  !ownWords.has(name) || (change === 'delete' && isAdministrator)
    ? undefined
    : sql`(${row}.created_by is not distinct from ${personId ?? null}::uuid)`
