import { type Db, DatabaseError, type Queryable, type Reader } from '../db/db'
import { json, sql } from '../db/sql'
import { HttpError } from '../http/errors'
import { type LocalProperties, readProperty } from '../properties'
import type { Rule } from '../../src/lib/policy'
import type { Caller } from '../http/route'
import { rulesOf } from './rules'
import { closedToLimited, isLimited, type RowAccess, rowAccessOf } from './row-access'

/** Whether guests see only the rows that their permissions list. */
const SWITCH = 'rls.enable'

type Deps = { db: Reader; local: LocalProperties }

/**
 * The database as the caller may read it: for most callers the database itself. While `rls.enable` is on,
 * guests see what their permissions list, and those who are not signed in see what hangs on no item at all.
 */
export async function readerFor(
  { db, local }: Deps,
  caller: Pick<Caller, 'roles'> | undefined,
  rules: readonly Rule[]
): Promise<Reader> {
  return (await isLimitedNow({ db, local }, caller)) ? limited(db, rowAccessOf(rules)) : db
}

/** All rules that apply to a caller at this moment, with what row-level access denies. */
export async function rulesFor({ db, local }: Deps, caller: Caller): Promise<readonly Rule[]> {
  const rules = rulesOf(caller)
  return (await isLimitedNow({ db, local }, caller)) ? [...rules, ...closedToLimited] : rules
}

async function isLimitedNow({ db, local }: Deps, caller: Pick<Caller, 'roles'> | undefined): Promise<boolean> {
  if (caller && !isLimited(caller.roles)) return false
  const value = await readProperty(db, local, SWITCH)
  return value !== undefined && /^\s*(true|on)\s*$/i.test(value)
}

/**
 * Grants the guest role what it may read, including relations added by migrations. To be called at each start.
 * @returns why there can be no such role; undefined when all is well.
 */
export async function grantReaderRole(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ missing: string | null }>(sql`select console.grant_guest_access() as missing`)
  return row?.missing ?? undefined
}

/** Every statement is run as the role of guests, whose rows the policies of the database choose (server/db/schema/33_row_level_access.sql). */
function limited(db: Reader, sight: RowAccess): Reader {
  const transaction: Db['transaction'] = (work) =>
    db.transaction(async (tx) => {
      await assumeReaderRole(tx, sight)
      return work(tx)
    })
  return {
    transaction,
    query: (statement) => transaction((tx) => tx.query(statement)),
    run: (statement) => transaction((tx) => tx.run(statement)),
  }
}

/** SQLSTATEs of a role that is not there, and of one that is not for this user. */
const roleless = new Set(['22023', '42501'])

/** Until the transaction ends. */
async function assumeReaderRole(tx: Queryable, sight: RowAccess): Promise<void> {
  try {
    await tx.query(sql`
      select set_config('console.row_access', ${json(sight)}, true), set_config('role', 'console_guest', true)`)
  } catch (error) {
    // An external database whose user may not make the role, or take it.
    if (!(error instanceof DatabaseError) || !roleless.has(error.code)) throw error
    throw new HttpError(503, `${SWITCH} is on, but the database lacks the role console_guest: ${error.message}`)
  }
}
