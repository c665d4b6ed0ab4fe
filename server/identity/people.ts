import { randomUUID } from 'node:crypto'
import type { Queryable } from '../db/db'
import { sql } from '../db/sql'
import { createIdentity } from './identities'
import type { Traits } from './nodes'
import { personName } from './traits'

/**
 * The person of an identity: with the same id, called by its traits.
 * @throws {DatabaseError} 23505 when another person has the address.
 */
export const savePerson = (tx: Queryable, { id, traits }: { id: string; traits: Traits }): Promise<number> =>
  tx.run(sql`
    insert into people (id, name, email) values (${id}, ${personName(traits)}, ${traits.email})
    on conflict (id) do update set name = excluded.name, email = excluded.email, updated_at = now()`)

/**
 * An account that cannot sign in yet, and its person.
 * @param personId that of somebody who is known already and has no account.
 * @throws {DatabaseError} 23505 when somebody else has the address.
 */
export async function createAccount(tx: Queryable, traits: Traits, at: Date, personId?: string): Promise<string> {
  const id = personId ?? randomUUID()
  await createIdentity(tx, { id, traits }, at)
  await savePerson(tx, { id, traits })
  return id
}
