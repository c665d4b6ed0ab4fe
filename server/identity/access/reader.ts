import { type Db, DatabaseError, type PersonReader, type Queryable, type Reader } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import { type LocalProperties, readProperty } from '../../data/properties'
import { type AccessObject, accessObjects, type AccessRule, denies } from '@/shared/access/policy'
import type { Caller } from '../../http/route'
import { collectRules } from './rules'
import { limitedDenials, isLimited, type RowAccess, toRowAccess } from './row-access'

/** Limits guests to the rows that their permissions list. */
const SWITCH = 'rls.enable'

type Deps = { db: Reader; local: LocalProperties }

/**
 * The database as the caller may read it. For most callers this is the database itself. Without the rows of an object
 * for callers who are denied it. While `rls.enable` is on, guests can read the rows that their permissions list, and
 * signed-out callers can read rows that belong to no item.
 */
export async function resolveReader(
  { db, local }: Deps,
  caller: Pick<Caller, 'roles'> | undefined,
  rules: readonly AccessRule[]
): Promise<PersonReader> {
  const denied = listDeniedObjects(rules)
  const mayRead = (object: AccessObject) => !denies(rules, object, 'read')
  if (await isLimitedNow({ db, local }, caller)) {
    const access = { ...toRowAccess(rules), denied }
    return decide(restrict(db, { role: 'console_guest', access, why: `${SWITCH} is on` }), 'rows', mayRead)
  }
  if (denied.length === 0) return decide(db, 'nothing', mayRead)
  const why = `${denied.join(', ')} is denied`
  return decide(restrict(db, { role: 'console_reader', access: { denied }, why }), 'objects', mayRead)
}

/** All rows, for what the server reads for no person. */
export const asServer = (db: Reader): PersonReader => decide(db, 'nothing', () => true)

const decide = (reader: Reader, hides: PersonReader['hides'], mayRead: PersonReader['mayRead']): PersonReader =>
  ({
    query: (statement) => reader.query(statement),
    run: (statement) => reader.run(statement),
    transaction: (work, options) => reader.transaction(work, options),
    mayRead,
    hides,
  }) as PersonReader

/** Objects whose denial hides rows: all except the internals of sign-in, which are closed to everyone. */
const listDeniedObjects = (rules: readonly AccessRule[]): AccessObject[] =>
  accessObjects.filter((object) => object !== 'database.kratos' && denies(rules, object, 'read'))

/** All rules that currently apply to a caller, including the denials of row-level access. */
export async function resolveRules(deps: Deps, caller: Caller): Promise<readonly AccessRule[]> {
  const [rules] = await resolveAllRules(deps, [caller])
  return rules ?? []
}

/** The rules of several callers, in their order. */
export async function resolveAllRules(
  deps: Deps,
  callers: readonly Pick<Caller, 'roles' | 'permissions' | 'token'>[]
): Promise<(readonly AccessRule[])[]> {
  const isOn = callers.some(({ roles }) => isLimited(roles)) && (await isLimitedNow(deps, undefined))
  return callers.map((caller) =>
    isOn && isLimited(caller.roles) ? [...collectRules(caller), ...limitedDenials] : collectRules(caller)
  )
}

/** Without a caller, whether row-level access is on. */
async function isLimitedNow({ db, local }: Deps, caller: Pick<Caller, 'roles'> | undefined): Promise<boolean> {
  if (caller && !isLimited(caller.roles)) return false
  const value = await readProperty(db, local, SWITCH)
  return value !== undefined && /^\s*(true|on)\s*$/i.test(value)
}

/**
 * Grants the reader roles access to all relations, including those added by migrations. Call it at each start.
 * @returns why the roles are not available; undefined when they are.
 */
export async function grantReaderRole(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ missing: string | null }>(sql`select console.grant_guest_access() as missing`)
  return row?.missing ?? undefined
}

type Restriction = {
  role: 'console_guest' | 'console_reader'
  access: { denied: readonly AccessObject[] } & Partial<RowAccess>
  /** Why the role is needed, for the error where it does not exist. */
  why: string
}

/**
 * Runs every statement as a reader role, to which the policies of the database apply
 * (server/data/db/schema/33_row_level_access.sql, migrations/0010_denied_objects.sql).
 */
function restrict(db: Reader, restriction: Restriction): Reader {
  const transaction: Db['transaction'] = (work, options) =>
    db.transaction(async (tx) => {
      await assumeReaderRole(tx, restriction)
      return work(tx)
    }, options)
  return {
    transaction,
    query: (statement) => transaction((tx) => tx.query(statement), { isReadOnly: true }),
    run: (statement) => transaction((tx) => tx.run(statement)),
  }
}

/** SQLSTATEs: the role does not exist, and the database user may not take it. */
const roleless = new Set(['22023', '42501'])

/** Lasts until the transaction ends. */
async function assumeReaderRole(tx: Queryable, { role, access, why }: Restriction): Promise<void> {
  try {
    const [row] = await tx.query<{ hasPolicies: boolean }>(sql`
      select to_regprocedure('console.may_read(text)') is not null as "hasPolicies",
        set_config('console.row_access', ${toJsonText(access)}, true), set_config('role', ${role}, true)`)
    // The role may exist although this database does not limit its rows: roles belong to the server.
    if (!row?.hasPolicies) throw new HttpError(503, `${why}, but the database lacks the policies of the console`)
  } catch (error) {
    // The user of an external database may lack the right to create or take the role.
    if (!(error instanceof DatabaseError) || !roleless.has(error.code)) throw error
    throw new HttpError(503, `${why}, but the database lacks the role ${role}: ${error.message}`)
  }
}
