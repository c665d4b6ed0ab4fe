import { ident, type Sql, sql } from '../db/sql'
import type { Body } from './body'
import type { Relation } from './schema-cache'

/** Whose request it is, as far as rows remember it. */
export type Author = {
  /** Undefined when nobody is signed in. */
  personId: string | undefined
  isAdministrator: boolean
}

/** Columns that say who wrote a row, first and last. Only the server fills them. */
type Authored = 'created_by' | 'updated_by'

const has = ({ columns }: Relation, name: Authored) => columns.get(name)?.type === 'uuid'

/** The columns of a body that a client may fill. */
export const columnsOf = (relation: Relation, { columns }: Body): string[] =>
  columns.filter((name) => !((name === 'created_by' || name === 'updated_by') && has(relation, name)))

/** What the server fills of a relation's authors: the column and who it is. Nothing where there is no such column. */
export const signature = (relation: Relation, name: Authored, { personId }: Author) =>
  has(relation, name) ? [{ column: ident(name), value: sql`${personId ?? null}::uuid` }] : []

/** Relations whose changes a history tells, by triggers that ask who made them (0071_incident_history.sql). */
export const toldOf: ReadonlySet<string> = new Set(['incidents', 'hypotheses', 'evidences'])

/** Lets the triggers of this transaction know whose request it is. */
export const named = ({ personId }: Author): Sql => sql`select set_config('console.person', ${personId ?? ''}, true)`

/** Relations with the words of people: only their author changes them. */
const ownWords = new Set(['comments'])

/** The condition that a row is its author's to change; undefined where everybody's rows are. Administrators may delete. */
export const isOwn = (
  { name }: Relation,
  { personId, isAdministrator }: Author,
  change: 'update' | 'delete',
  row: Sql
): Sql | undefined =>
  !ownWords.has(name) || (change === 'delete' && isAdministrator)
    ? undefined
    : sql`(${row}.created_by is not distinct from ${personId ?? null}::uuid)`
