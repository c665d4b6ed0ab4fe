import { withImplied } from '../../src/lib/policy'
import type { Db, Queryable } from '../db/db'
import { sql } from '../db/sql'

/** Who is asking. Roles that come with others are listed before those that were given. */
export type Caller = {
  id: string
  name: string
  email: string | null
  roles: readonly string[]
  /** The token that was signed in with. A limited one has some of its person's roles, and nothing that is theirs alone. */
  token?: { id: string; isLimited: boolean }
}

/** Without sign-in, whoever can reach the console acts as this person. */
const administrator = { name: 'Admin', email: 'admin@local' }

/** Makes sure that the built-in administrator exists and has the role. Safe to repeat. */
export async function ensureAdministrator(db: Db): Promise<Caller> {
  const { name, email } = administrator
  return db.transaction(async (tx) => {
    await tx.run(sql`
      insert into people (name, email) select ${name}, ${email}
      where not exists (select from people where email = ${email} and deleted_at is null)`)
    const [person] = await tx.query<{ id: string }>(
      sql`select id from people where email = ${email} and deleted_at is null`
    )
    if (!person) throw new Error('The administrator could not be created')
    await tx.run(sql`
      insert into casbin_rule (ptype, v0, v1) select 'g', ${person.id}, 'admin'
      where not exists (select from casbin_rule where ptype = 'g' and v0 = ${person.id} and v1 = 'admin')`)
    const caller = await readCaller(tx, person.id)
    if (!caller) throw new Error('The administrator could not be read')
    return caller
  })
}

/** The person with the roles of this moment; undefined when there is no such person any more. */
export async function readCaller(db: Queryable, id: string): Promise<Caller | undefined> {
  const [person] = await db.query<Caller>(sql`
    select id, name, email,
      (select coalesce(json_agg(v1 order by id), '[]') from casbin_rule where ptype = 'g' and v0 = people.id::text) as roles
    from people where id = ${id} and deleted_at is null`)
  return person && { ...person, roles: withImplied(person.roles) }
}

/** What `whoami` tells of somebody; what is not known of them is left out. */
export async function readUser(db: Queryable, id: string): Promise<unknown> {
  const [row] = await db.query<{ person: unknown }>(sql`
    select json_strip_nulls(json_build_object(
      'id', id, 'name', name, 'email', email, 'type', type, 'avatar', avatar, 'external_id', external_id,
      'properties', properties
    )) as person
    from people where id = ${id}`)
  return row?.person
}
