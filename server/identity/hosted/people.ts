import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { TokenHolder } from './token'

type Person = {
  id: string
  name: string
  email: string | null
  avatar: string | null
  isGone: boolean
  isSeen: boolean
}

/**
 * The person for a hosted account. Created at the first request, and updated with the name and address of the account.
 * @returns undefined when the person was removed from this console: removed people cannot sign in again.
 */
export async function findOrCreatePerson(db: Db, holder: TokenHolder): Promise<string | undefined> {
  const found = await find(db, holder.userId)
  if (!found) return db.transaction((tx) => create(tx, holder))
  if (found.isGone) return undefined
  const { name = found.name, email = found.email, avatar = found.avatar } = holder
  const isSame = name === found.name && email === found.email && avatar === found.avatar
  if (!isSame || !found.isSeen) {
    await db.run(sql`
      update people set name = ${name}, avatar = ${avatar}, last_login = now(),
        email = ${(await isFree(db, email, found.id)) ? email : found.email}
      where id = ${found.id}`)
  }
  return found.id
}

async function find(db: Queryable, userId: string): Promise<Person | undefined> {
  const [person] = await db.query<Person>(sql`
    select id, name, email, avatar, deleted_at is not null as "isGone",
      coalesce(last_login > now() - interval '1 hour', false) as "isSeen"
    from people where external_id = ${userId} order by deleted_at nulls first limit 1`)
  return person
}

async function create(tx: Queryable, holder: TokenHolder): Promise<string | undefined> {
  const { userId, name, email, avatar } = holder
  // A page sends several requests at once, so another one may have created the person.
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('hosted.people'), hashtext(${userId}))::text`)
  const other = await find(tx, userId)
  if (other) return other.isGone ? undefined : other.id
  const [created] = await tx.query<{ id: string }>(sql`
    insert into people (name, email, avatar, external_id, last_login)
    values (${name ?? email ?? userId}, ${(await isFree(tx, email)) ? (email ?? null) : null}, ${avatar ?? null}, ${userId}, now())
    returning id`)
  return created?.id
}

/**
 * Whether an address is unused by other people. Addresses are never used to match people: a provider may not have
 * verified them, so a match could grant access to another account.
 */
async function isFree(db: Queryable, email: string | null | undefined, id?: string): Promise<boolean> {
  if (!email) return true
  const [other] = await db.query(sql`
    select from people where email = ${email} and deleted_at is null and id is distinct from ${id ?? null}::uuid`)
  return other === undefined
}
