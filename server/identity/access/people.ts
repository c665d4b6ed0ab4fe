import { addImpliedRoles } from '@/shared/access/policy'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
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

/** The person with the current roles; undefined when the person does not exist. */
export async function readCaller(db: Queryable, id: string): Promise<Caller | undefined> {
  const [person] = await db.query<Caller>(sql`
    select id, name, email,
      (select coalesce(json_agg(v1 order by id), '[]') from casbin_rule where ptype = 'g' and v0 = people.id::text) as roles,
      ${permissionsSql(sql`people.id`)} as permissions
    from people where id = ${id} and deleted_at is null`)
  return person && { ...person, roles: addImpliedRoles(person.roles) }
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
