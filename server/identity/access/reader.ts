import { type Db, DatabaseError, type Queryable, type Reader } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import { type LocalProperties, readProperty } from '../../data/properties'
import type { AccessRule } from '@/shared/access/policy'
import type { Caller } from '../../http/route'
import { collectRules } from './rules'
import { limitedDenials, isLimited, type RowAccess, toRowAccess } from './row-access'

/** Limits guests to the rows that their permissions list. */
const SWITCH = 'rls.enable'

type Deps = { db: Reader; local: LocalProperties }

/**
 * The database as the caller may read it. For most callers this is the database itself. While `rls.enable` is on,
 * guests can read the rows that their permissions list, and signed-out callers can read rows that belong to no item.
 */
export async function resolveReader(
  { db, local }: Deps,
  caller: Pick<Caller, 'roles'> | undefined,
  rules: readonly AccessRule[]
): Promise<Reader> {
  return (await isLimitedNow({ db, local }, caller)) ? limited(db, toRowAccess(rules)) : db
}

/** All rules that currently apply to a caller, including the denials of row-level access. */
export async function resolveRules({ db, local }: Deps, caller: Caller): Promise<readonly AccessRule[]> {
  const rules = collectRules(caller)
  return (await isLimitedNow({ db, local }, caller)) ? [...rules, ...limitedDenials] : rules
}

async function isLimitedNow({ db, local }: Deps, caller: Pick<Caller, 'roles'> | undefined): Promise<boolean> {
  if (caller && !isLimited(caller.roles)) return false
  const value = await readProperty(db, local, SWITCH)
  return value !== undefined && /^\s*(true|on)\s*$/i.test(value)
}

/**
 * Grants the reader role access to all relations, including those added by migrations. Call it at each start.
 * @returns why the role is not available; undefined when it is.
 */
export async function grantReaderRole(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ missing: string | null }>(sql`select console.grant_guest_access() as missing`)
  return row?.missing ?? undefined
}

/**
 * Runs every statement as the reader role, to which the row-level policies of the database apply
 * (server/data/db/schema/33_row_level_access.sql).
 */
function limited(db: Reader, access: RowAccess): Reader {
  const transaction: Db['transaction'] = (work, options) =>
    db.transaction(async (tx) => {
      await assumeReaderRole(tx, access)
      return work(tx)
    }, options)
  return {
    transaction,
    query: (statement) => transaction((tx) => tx.query(statement)),
    run: (statement) => transaction((tx) => tx.run(statement)),
  }
}

/** SQLSTATEs: the role does not exist, and the database user may not take it. */
const roleless = new Set(['22023', '42501'])

/** Lasts until the transaction ends. */
async function assumeReaderRole(tx: Queryable, access: RowAccess): Promise<void> {
  try {
    const [row] = await tx.query<{ hasPolicies: boolean }>(sql`
      select to_regprocedure('console.row_access(text, text)') is not null as "hasPolicies",
        set_config('console.row_access', ${toJsonText(access)}, true), set_config('role', 'console_guest', true)`)
    // The role may exist although this database does not limit its rows: roles belong to the server.
    if (!row?.hasPolicies)
      throw new HttpError(503, `${SWITCH} is on, but the database lacks the policies of the console`)
  } catch (error) {
    // The user of an external database may lack the right to create or take the role.
    if (!(error instanceof DatabaseError) || !roleless.has(error.code)) throw error
    throw new HttpError(503, `${SWITCH} is on, but the database lacks the role console_guest: ${error.message}`)
  }
}
