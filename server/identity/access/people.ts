import { addImpliedRoles } from '@/shared/access/policy'
import type { Db, Queryable } from '../../data/db/db'
import { emptySql, type Sql, sql } from '../../data/db/sql'
import type { Caller } from '../../http/route'
import { permissionsSql } from './rules'

/** Without sign-in, all callers act as this person. */
const administrator = { name: 'Admin', email: 'admin@local' }

/**
 * Reads the administrator whom the owner of this machine acts as, and creates the account if it is missing. Idempotent.
 */
export async function ensureAdministrator(db: Db): Promise<Caller> {
  return db.transaction(async (tx) => {
    const caller = await readCaller(tx, (await findAdministrator(tx)) ?? (await createAdministrator(tx)))
    if (!caller) throw new Error('The administrator could not be read')
    return caller
  })
}

/** Prefers the built-in administrator, then active administrators, then the earliest grant of the role. */
async function findAdministrator(tx: Queryable): Promise<string | undefined> {
  const [person] = await tx.query<{ id: string }>(sql`
    select p.id from people p
      join casbin_rule r on r.ptype = 'g' and r.v0 = p.id::text and r.v1 = 'admin'
      left join identity.identities i on i.id = p.id
    where p.deleted_at is null and p.type is distinct from 'agent'
    order by p.email is not distinct from ${administrator.email} desc, coalesce(i.state, 'active') = 'active' desc, r.id
    limit 1`)
  return person?.id
}

/** @returns the id of the built-in administrator. The person may have existed without the role. */
async function createAdministrator(tx: Queryable): Promise<string> {
  const { name, email } = administrator
  await tx.run(sql`
    insert into people (name, email) select ${name}, ${email}
    where not exists (select from people where email = ${email} and deleted_at is null)`)
  const [person] = await tx.query<{ id: string }>(
    sql`select id from people where email = ${email} and deleted_at is null`
  )
  if (!person) throw new Error('The administrator could not be created')
  await tx.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${person.id}, 'admin')`)
  return person.id
}

const callerColumns = sql`
  id, name, email,
  (select coalesce(json_agg(v1 order by id), '[]') from casbin_rule where ptype = 'g' and v0 = people.id::text) as roles,
  ${permissionsSql(sql`people.id`)} as permissions`

const withImpliedRoles = (person: Caller): Caller => ({ ...person, roles: addImpliedRoles(person.roles) })

/** The person with the current roles; undefined when the person does not exist. */
export async function readCaller(db: Queryable, id: string): Promise<Caller | undefined> {
  const [person] = await readCallers(db, [id])
  return person
}

/** Several people with their current roles. Those that do not exist are left out. */
export async function readCallers(db: Queryable, ids: readonly string[]): Promise<Caller[]> {
  const people = await db.query<Caller>(
    sql`select ${callerColumns} from people where id = any(${[...ids]}::uuid[]) and deleted_at is null`
  )
  return people.map(withImpliedRoles)
}

/**
 * All people with their current roles, by name, without agents and the server itself. At most `most`.
 * @param before SQL before the statement, which can replace the table of permissions
 */
export async function readAllCallers(db: Queryable, most: number, before: Sql = emptySql): Promise<Caller[]> {
  const people = await db.query<Caller>(sql`
    ${before} select ${callerColumns} from people where deleted_at is null and type is distinct from 'agent' and not (name = 'System' and email is null)
    order by name, id limit ${most}`)
  return people.map(withImpliedRoles)
}

/** The response of `whoami`, without members that are null. */
export async function readUser(db: Queryable, id: string): Promise<unknown> {
  const [row] = await db.query<{ person: unknown }>(sql`
    select json_strip_nulls(json_build_object(
      'id', id, 'name', name, 'email', email, 'type', type, 'avatar', avatar, 'external_id', external_id,
      'properties', properties
    )) as person
    from people where id = ${id}`)
  return row?.person
}
